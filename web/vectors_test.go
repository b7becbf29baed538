package web

import (
	"errors"
	"testing"

	"example.com/uri/internal/vectors"
)

// tableRows returns the 891 rows of web-platform-tests' urltestdata. Base is "" if
// there is none. Expected is the serialization that browsers give, or "failure".
func tableRows(t testing.TB) []vectors.Row {
	t.Helper()
	all := vectors.Table(t, "../testdata/vectors/whatwg.tsv")
	if len(all) != 891 {
		t.Fatalf("%d rows, want 891", len(all))
	}
	return all
}

// tableInputs returns the inputs of these rows.
func tableInputs(t testing.TB) (inputs []string) {
	t.Helper()
	for _, row := range tableRows(t) {
		inputs = append(inputs, row.Input)
	}
	return inputs
}

// TestValidVectors compares Valid with the rows that have no base. A host that needs IDNA is
// not valid.
func TestValidVectors(t *testing.T) {
	valid, refused := 0, 0
	for _, row := range tableRows(t) {
		if row.Base != "" {
			continue
		}
		_, err := Parse(row.Input)
		want := row.Expected != "failure" && !errors.Is(err, ErrNoToASCII)
		if want {
			valid++
		} else {
			refused++
		}
		if Valid(row.Input) != want {
			t.Errorf("%v: Valid says %v", row, !want)
		}
	}
	if valid < 200 || refused < 200 {
		t.Errorf("%d valid inputs, %d refused", valid, refused)
	}
}

// domains maps each domain of these rows that needs IDNA to its ASCII form, which is
// `\N` if there is none.
func domains(t testing.TB) map[string]string {
	t.Helper()
	ascii := make(map[string]string)
	for _, columns := range vectors.TabLines(t, "testdata/domains.tsv") {
		if columns != nil {
			ascii[columns[0]] = columns[1]
		}
	}
	return ascii
}

// toASCII returns a ToASCII for these domains. It fails the test if it is asked for
// another one.
func toASCII(t testing.TB) func(domain string) (string, error) {
	t.Helper()
	all := domains(t)
	return func(domain string) (string, error) {
		switch ascii, ok := all[domain]; {
		case !ok:
			t.Errorf("testdata/domains.tsv has no %+q", domain)
			return "", errIDNA
		case ascii == `\N`:
			return "", errIDNA
		default:
			return ascii, nil
		}
	}
}

var errIDNA = errors.New("not a domain")
