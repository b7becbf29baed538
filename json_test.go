package uri

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestJSON writes optional parts and logins as JSON, and reads them again.
func TestJSON(t *testing.T) {
	type parts struct {
		O Optional
		L Login
		P *Login
	}
	for _, tt := range []struct {
		in   parts
		want string
	}{
		{parts{}, `{"O":null,"L":null,"P":null}`},
		{parts{O: Defined(""), L: LoginUser("")}, `{"O":"","L":"","P":null}`},
		{parts{O: Defined("null"), L: LoginPassword("", "")}, `{"O":"null","L":":","P":null}`},
		{parts{Defined("a\"\\\x00é\u2028"), LoginPassword("u:é\xFF", "p@%/:"), &Login{}}, `{"O":"a\"\\\u0000é\u2028","L":"u%3A%C3%A9%FF:p%40%25%2F%3A","P":null}`},
	} {
		text, err := json.Marshal(tt.in)
		if string(text) != tt.want || err != nil {
			t.Errorf("%s, %v, want %s", text, err, tt.want)
		}
		back := parts{O: Defined("before"), L: LoginPassword("be", "fore")}
		if err := json.Unmarshal(text, &back); err != nil || back.O != tt.in.O || back.L != tt.in.L || back.P != nil {
			t.Errorf("%s is read as %+v, %v", text, back, err)
		}
	}
	if text, err := json.Marshal(Defined("a\xFF")); err == nil {
		t.Errorf("a part that is not UTF-8: %s", text)
	}
	for _, text := range []string{`{"O":1}`, `{"L":1}`, `{"L":{}}`, `{"L":"a:secret:b"}`, `{"L":"secret::"}`, `{"L":"secret@"}`, `{"L":"secret%4"}`, `{"L":"secret é"}`, `{"O":["a"]}`} {
		v := parts{O: Defined("o"), L: LoginUser("l")}
		err := json.Unmarshal([]byte(text), &v)
		if err == nil || v.O != Defined("o") || v.L != LoginUser("l") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s is read as %v, %v", text, v, err)
		}
	}
}

// TestJSONRandom does the same with random texts.
func TestJSONRandom(t *testing.T) {
	r := seeded(t)
	random := func() string {
		var b strings.Builder
		for range r.IntN(5) {
			b.WriteString(pick(r, r.IntN(8), "a", "\"", "\\", "%41", ":", "@", "é", "\x00"))
			if r.IntN(8) == 0 {
				b.WriteByte(byte(r.IntN(256)))
			}
		}
		return b.String()
	}
	for range *inputs {
		login := []Login{{}, LoginUser(random()), LoginPassword(random(), random())}[r.IntN(3)]
		text, err := json.Marshal(login)
		if err != nil {
			t.Fatal(err)
		}
		back := LoginUser("before")
		if err := json.Unmarshal(text, &back); err != nil || back != login {
			t.Fatalf("%q in JSON is %s, and that is read as %q, %v", login, text, back, err)
		}
		part := []Optional{{}, Defined(random())}[r.IntN(2)]
		text, err = json.Marshal(part)
		if !utf8.ValidString(part.String()) {
			if err == nil {
				t.Fatalf("%q is %s", part, text)
			}
			continue
		}
		read := Defined("before")
		if err != nil || json.Unmarshal(text, &read) != nil || read != part {
			t.Fatalf("%q in JSON is %s, %v, and that is read as %q", part, text, err, read)
		}
	}
}
