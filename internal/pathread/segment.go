package pathread

import "strings"

// A segmentScore says where a segment leads for the servers.
type segmentScore struct {
	levels    int    // the least number of levels down: a name is one, ".." minus one
	parts     int    // the number of segments for a server that decodes delimiters
	ends      bool   // for some server the path ends in it, or a character vanishes
	server    string // the server for an escaped character that keep does not list
	reason    string // why server refuses the segment
	dotServer string // the server that sees a dot segment beside a kept delimiter
	dotsAt    int    // the offset of the first part that is a dot segment for some server
	hasDots   bool   // there is such a part
	dotsOnly  bool   // it is a dot segment for all servers that decode at most once
}

// A scorer is the state of score within a segment. A part is the text between decoded delimiters.
type scorer struct {
	segmentScore
	start        int  // the offset of the current part
	dots, others int  // the number of "." and of other characters in the part
	isCut        bool // the rest of the part vanishes
	level        int  // the decodings that the part and the delimiters around it need
	first, ended int  // the levels of the first part, and the least if the path ends in it
}

// score returns the score of a segment. It decodes as often as any server and takes the worst
// role of each character: if the result is no dot segment, no server sees one. A server that
// ends the path within the segment, or drops characters of it, may see fewer characters. A
// delimiter in keep makes the segment several parts for some servers and one for others. Then
// the first part counts, and no part may be a dot segment. In a URI a segment contains
// delimiters, white space and bytes beyond US-ASCII only as escapes.
func score(segment, keep string) segmentScore {
	s := scorer{level: 1, ended: 1}
	s.dotsOnly = true
	for i := 0; i < len(segment); {
		if isName[segment[i]] {
			s.dotsOnly = false
			if i++; !s.isCut {
				s.others++
			}
			continue
		}
		t := next(segment, i)
		if by, reason := t.refused(segment, i, keep); reason != "" {
			return segmentScore{server: by, reason: reason}
		}
		i += t.n
		s.add(t, i)
	}
	s.dotsOnly = s.dotsOnly && (s.dots == 1 || s.dots == 2)
	s.endPart()
	s.levels = min(s.first, s.ended)
	if s.parts == 1 {
		s.dotServer = ""
	}
	return s.segmentScore
}

// refused returns the server for which t, the token at segment[i:], makes another segment or ends
// the path, and the reason. It returns "" without one, and if keep has t.
func (t token) refused(segment string, i int, keep string) (by, reason string) {
	const endOrNothing = "an escape ends the path or vanishes"
	k := roles[t.c]
	switch {
	case t.makesEscape(segment, i):
		return decodings[decodedTwice] + ", read again", endOrNothing
	case k&roleListed == 0 || strings.IndexByte(keep, t.c) >= 0 && (t.level < 2 || strings.IndexByte(keep, '%') >= 0):
	case k&roleSlash != 0:
		return t.server(), "an escape makes another segment"
	default: // it ends the path or vanishes
		return t.server() + ", read again", endOrNothing
	}
	return "", ""
}

// server returns the name of the server of t.
func (t token) server() string {
	name := decodings[escapedDots+max(t.level, 1)]
	if t.overlong {
		name += ", overlong UTF-8"
	}
	return name
}

// add adds t. end is the offset after it.
func (s *scorer) add(t token, end int) {
	k := roles[t.c]
	s.level = max(s.level, t.level)
	s.dotsOnly = s.dotsOnly && k&roleDot != 0 && t.level <= 1 && !t.overlong
	switch {
	case k&roleSlash != 0:
		s.endPart()
		s.start, s.level = end, t.level
	case k&roleEnd != 0, t.c >= 0x80 && s.dots > 0: // beyond US-ASCII it may be white space
		s.endPath(t)
	case s.isCut:
	case k&roleCut != 0, k&roleSuffix != 0 && k&roleDot == 0 && s.dots > 0:
		s.isCut = true
	case k&roleDot != 0:
		s.dots++
	default:
		s.others++
	}
}

// endPath adds t if it may end the path.
func (s *scorer) endPath(t token) {
	s.ends = true
	if s.isCut {
		return
	}
	if s.others == 0 && s.dots <= 2 {
		s.noteDots()
		if s.parts == 0 {
			s.ended = min(s.ended, -(s.dots / 2))
		} else if s.dots > 0 {
			s.dotServer = t.server() + ", read again"
		}
	}
	if roles[t.c]&roleDrop == 0 {
		s.others++
	}
}

// endPart ends the current part.
func (s *scorer) endPart() {
	s.noteDots()
	levels := 1
	if s.others == 0 && s.dots <= 2 {
		levels = -(s.dots / 2)
	}
	if levels < 0 {
		s.dotServer = decodings[escapedDots+s.level]
	}
	if s.parts == 0 {
		s.first = levels
	}
	s.parts++
	s.dots, s.others, s.isCut = 0, 0, false
}

// noteDots records the offset of the part if it may be a dot segment.
func (s *scorer) noteDots() {
	if s.others == 0 && (s.dots == 1 || s.dots == 2) && !s.hasDots {
		s.hasDots, s.dotsAt = true, s.start
	}
}
