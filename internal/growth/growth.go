// Package growth checks functions for linear time.
package growth

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

// A Shape is a kind of text: Piece many times, between Before and After.
type Shape struct{ Before, Piece, After string }

// text returns a text of the shape of about size bytes.
func (s Shape) text(size int) string {
	return s.Before + strings.Repeat(s.Piece, size/len(s.Piece)) + s.After
}

// Random returns n shapes of random tokens, of which one to four are the piece. Each text
// begins with one of befores, and tokens may be before and after the pieces.
func Random(n int, befores, tokens []string) (shapes []Shape) {
	some := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(tokens[rand.IntN(len(tokens))])
		}
		return b.String()
	}
	for range n {
		before := befores[rand.IntN(len(befores))]
		shapes = append(shapes, Shape{before + some(rand.IntN(3)), some(1 + rand.IntN(4)), some(rand.IntN(3))})
	}
	return shapes
}

const (
	factor = 32 // how many times as long the long text is
	rounds = 8  // how many short texts are measured
	limit  = 6  // how many times the time of factor short texts the long one may take
	tries  = 20 // how often a pair of texts is measured
)

// Check fails for a function with quadratic time. A short text has some hundred bytes, or
// more if thorough is true, a long one factor times as many. The long text may take at
// most limit times as long as factor short texts: linear work takes about as long, quadratic
// work factor times as long. Short texts are measured, and the long one right after
// them, so a busy machine slows both down. A failing pair is measured again, up to tries
// times. For quadratic work no pair passes.
//
// The long text may be beyond a limit of the function, and take other work for that reason: a
// wrapper of package links has at most 32 KiB. So the function fails only if a still longer
// text takes too long, too.
func Check(t *testing.T, thorough bool, functions map[string]func(text string), shapes []Shape) {
	t.Helper()
	size := 1 << 8
	if thorough {
		size = 1 << 11
	}
	benchtime := flag.Lookup("test.benchtime")
	was := benchtime.Value.String()
	defer benchtime.Value.Set(was)
	if err := benchtime.Value.Set("1x"); err != nil {
		t.Fatal(err)
	}
	testing.Benchmark(func(b *testing.B) { // once, for its clock
		for _, shape := range shapes {
			short, long := shape.text(size), shape.text(size*factor)
			for name, f := range functions {
				n := 0
				for !passes(b, f, short, long) {
					if n++; n == tries {
						if longer := shape.text(4 * size * factor); least(b, f, longer) > 8*least(b, f, long) {
							t.Errorf("%s of %q, %q ..., %q: quadratic", name, shape.Before, shape.Piece, shape.After)
						}
						break
					}
				}
			}
		}
	})
}

// passes reports whether f takes little enough time for the long text.
func passes(b *testing.B, f func(text string), short, long string) bool {
	start := b.Elapsed()
	for range rounds {
		f(short)
	}
	middle := b.Elapsed()
	f(long)
	return b.Elapsed()-middle <= limit*factor/rounds*(middle-start)
}

// least returns the least time that f takes for text, of five.
func least(b *testing.B, f func(text string), text string) time.Duration {
	shortest := time.Duration(math.MaxInt64)
	for range 5 {
		start := b.Elapsed()
		f(text)
		shortest = min(shortest, b.Elapsed()-start)
	}
	return shortest
}

// Methods calls each exported method of v and of a pointer to it, and uses errors and
// sequences among the results. An argument is the first of args with the type of the
// parameter, or else zero. If v is nil or a nil pointer, Methods does nothing.
func Methods(v any, args ...any) {
	if p := reflect.ValueOf(v); v == nil || p.Kind() == reflect.Pointer && p.IsNil() {
		return
	}
	_ = fmt.Sprintf("%v %+v %q", v, v, v) // the methods Format and String
	p := reflect.ValueOf(v)
	if p.Kind() != reflect.Pointer {
		p = reflect.New(reflect.TypeOf(v))
	}
	for i := range p.NumMethod() {
		if p.Type() != reflect.TypeOf(v) {
			p.Elem().Set(reflect.ValueOf(v)) // a method may have changed it
		}
		method := p.Method(i)
		if in := method.Type(); in.NumIn() > 0 && in.In(0) == reflect.TypeFor[fmt.State]() {
			continue
		}
		for _, result := range method.Call(arguments(method.Type(), args)) {
			use(result)
		}
	}
}

// As returns the error of the type E in err, as errors.As finds it, or zero.
func As[E error](err error) (e E) {
	errors.As(err, &e)
	return e
}

// arguments returns arguments for a function of type f.
func arguments(f reflect.Type, from []any) (args []reflect.Value) {
	for i := range f.NumIn() {
		in := f.In(i)
		if f.IsVariadic() && i == f.NumIn()-1 {
			in = in.Elem()
		}
		arg := reflect.Zero(in)
		for _, a := range from {
			if reflect.TypeOf(a).AssignableTo(in) {
				arg = reflect.ValueOf(a)
				break
			}
		}
		args = append(args, arg)
	}
	return args
}

// use writes an error, and goes through a sequence.
func use(result reflect.Value) {
	if e, ok := result.Interface().(error); ok && e != nil {
		_ = e.Error()
	}
	if result.Kind() != reflect.Func || result.IsNil() {
		return
	}
	switch {
	case result.Type().CanSeq():
		for range result.Seq() {
		}
	case result.Type().CanSeq2():
		for range result.Seq2() {
		}
	}
}
