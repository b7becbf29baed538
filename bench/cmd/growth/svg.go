package main

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
	"time"
)

// A plot is one panel: a series of points for each of the patterns.
type plot struct {
	title  string
	series [][]point
}

// colours distinguish the patterns, on white and on black.
var colours = [...]string{"#4e79a7", "#f28e2b", "#e15759", "#45a69f", "#59a14f", "#c79a1e", "#b07aa1", "#ff6f91", "#9c755f"}

// style draws dark on light, or light on dark if the reader prefers that.
const style = `
  .paper { fill: #ffffff } .ink { fill: #1f2328 } .faint { stroke: #d8dee4 } .guide { stroke: #6e7781 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 } .ink { fill: #e6edf3 } .faint { stroke: #30363d } .guide { stroke: #8b949e }
  }
  text { font: 12px sans-serif } .title { font-weight: bold; font-size: 14px } .code { font-family: monospace }
  path { fill: none; stroke-width: 1.6 } .faint, .guide { stroke-width: 1 }
`

// Measures of the drawing, in pixels.
const (
	panelWidth  = 225
	panelHeight = 250
	gap         = 70 // left of each panel, for the times
	top         = 40
	below       = 90 // for lengths and legend
)

// A scale puts values on pixels by their logarithm.
type scale struct{ low, high, from, to float64 }

func (s scale) at(v float64) float64 {
	return s.from + (s.to-s.from)*math.Log(v/s.low)/math.Log(s.high/s.low)
}

// draw writes the plots side by side, all on the same axes: time against
// length, both logarithmic, so that linear growth is a line of slope one.
func draw(w io.Writer, plots []plot) {
	width, height := len(plots)*(panelWidth+gap)+15, top+panelHeight+below
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" aria-label="Time against length of the text, for repeated patterns">`+"\n", width, height)
	fmt.Fprintf(w, "<style>%s</style>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n", style)

	fastest, slowest, longest := time.Duration(math.MaxInt64), time.Duration(0), shortest
	for _, p := range plots {
		for _, points := range p.series {
			for _, q := range points {
				fastest, slowest, longest = min(fastest, q.time), max(slowest, q.time), max(longest, q.octets)
			}
		}
	}
	low := math.Pow(10, math.Floor(math.Log10(float64(fastest))))
	high := math.Pow(10, math.Ceil(math.Log10(float64(slowest))))
	y := scale{low, high, top + panelHeight, top}
	for i, p := range plots {
		left := float64(gap + i*(panelWidth+gap))
		x := scale{shortest / 2, 2 * float64(longest), left, left + panelWidth}
		p.axes(w, x, y, i == 0)
		p.lines(w, x, y)
	}
	legend(w, gap, top+panelHeight+70)
	fmt.Fprintln(w, "</svg>")
}

// axes draws the grid of a panel and names the axes.
func (p plot) axes(w io.Writer, x, y scale, first bool) {
	fmt.Fprintf(w, "<text class=\"ink title\" x=\"%.0f\" y=\"%d\">%s</text>\n", x.from, top-14, p.title)
	for t := y.low; t <= y.high*1.01; t *= 10 {
		fmt.Fprintf(w, "<path class=\"faint\" d=\"M%.1f %.1fH%.1f\"/>", x.from, y.at(t), x.to)
		fmt.Fprintf(w, "<text class=\"ink\" text-anchor=\"end\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", x.from-6, y.at(t)+4,
			clock(t))
	}
	for n := float64(shortest); n < x.high; n *= 16 {
		fmt.Fprintf(w, "<path class=\"faint\" d=\"M%.1f %.1fV%.1f\"/>", x.at(n), y.from, y.to)
		fmt.Fprintf(w, "<text class=\"ink\" text-anchor=\"middle\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", x.at(n), y.from+18, binary(int(n)))
	}
	fmt.Fprintf(w, "<text class=\"ink\" text-anchor=\"middle\" x=\"%.1f\" y=\"%.1f\">length of the text, octets</text>\n", (x.from+x.to)/2, y.from+38)
	if first {
		middle := (y.from + y.to) / 2
		fmt.Fprintf(w, "<text class=\"ink\" text-anchor=\"middle\" transform=\"translate(14 %.1f) rotate(-90)\">time</text>\n", middle)
	}
	// What growth would look like, from the lower left corner of the lines.
	start := math.MaxFloat64
	for _, points := range p.series {
		start = min(start, float64(points[0].time))
	}
	for _, g := range []struct {
		name  string
		power float64
		dash  string
	}{{"linear", 1, "6 4"}, {"quadratic", 2, "1.5 4"}} {
		// Half of the fastest, so that the guide does not cover the lines.
		from := max(start/2, y.low)
		end := math.Min(x.high, shortest*math.Pow(y.high/from, 1/g.power))
		top := from * math.Pow(end/shortest, g.power)
		fmt.Fprintf(w, "<path class=\"guide\" stroke-dasharray=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"><title>%s</title></path>\n",
			g.dash, x.at(shortest), y.at(from), x.at(end), y.at(top), g.name)
	}
}

// clock writes a power of ten of nanoseconds.
func clock(ns float64) string {
	unit := 0
	for ns > 999.5 && unit < 3 {
		ns /= 1000
		unit++
	}
	return fmt.Sprintf("%.0f %s", ns, [...]string{"ns", "µs", "ms", "s"}[unit])
}

// binary writes a number of bytes with a binary prefix.
func binary(n int) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d KiB", n>>10)
}

func (p plot) lines(w io.Writer, x, y scale) {
	for i, points := range p.series {
		var d strings.Builder
		for k, q := range points {
			fmt.Fprintf(&d, "%c%.1f %.1f", "ML"[min(k, 1)], x.at(float64(q.octets)), y.at(float64(q.time)))
		}
		fmt.Fprintf(w, "<path stroke=\"%s\" d=\"%s\"/>", colours[i], d.String())
		for _, q := range points {
			fmt.Fprintf(w, "<circle fill=\"%s\" r=\"2.2\" cx=\"%.1f\" cy=\"%.1f\"/>", colours[i], x.at(float64(q.octets)), y.at(float64(q.time)))
		}
		fmt.Fprintln(w)
	}
}

// legend names the patterns in a row, and the guides.
func legend(w io.Writer, x, y int) {
	for i, p := range patterns {
		fmt.Fprintf(w, "<path stroke=\"%s\" d=\"M%d %dh18\"/><circle fill=\"%[1]s\" r=\"2.2\" cx=\"%d\" cy=\"%[3]d\"/>", colours[i], x, y-4, x+9)
		fmt.Fprintf(w, "<text class=\"ink code\" x=\"%d\" y=\"%d\">%s</text>\n", x+23, y, html.EscapeString(p.text))
		x += 65
	}
	for _, g := range [][2]string{{"linear", "6 4"}, {"quadratic", "1.5 4"}} {
		fmt.Fprintf(w, "<path class=\"guide\" stroke-dasharray=\"%s\" d=\"M%d %dh24\"/>", g[1], x, y-4)
		fmt.Fprintf(w, "<text class=\"ink\" x=\"%d\" y=\"%d\">%s</text>\n", x+29, y, g[0])
		x += 80
	}
}
