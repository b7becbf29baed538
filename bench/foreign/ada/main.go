// Ada compares package web with Ada, the URL parser of Node.js, in a checkout of
// github.com/ada-url/ada. It compiles a small C++ program against the checkout
// (g++ with C++20), asks both for the serialization of many inputs and prints
// where they differ, by class. Exit status 1: they differ.
//
// With -time it measures the time of both instead: parsing, beside net/url too, the question
// whether a text can be parsed, changes of one part, and the pairs of a query. A checkout of
// github.com/ada-url/goada serves as well, and the source of the crate ada-url: ada.cpp in a
// folder src, ada.h in a folder include, or both in a folder deps.
// Run it in the folder bench:
//
//	go -C .. test ./web -run TestTwin -args -twin 300000 -write /tmp/twin
//	URI_CORPUS=folder go run ./foreign/ada -ada folder -texts /tmp/twin
//	URI_CORPUS=folder go run ./foreign/ada -ada folder -time
package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"example.com/uri/bench"
)

//go:embed native/ada.cpp
var source []byte

func main() {
	checkout := flag.String("ada", "", "`folder` with a checkout of github.com/ada-url/ada")
	program := flag.String("program", "", "keep the compiled program in this `file`, and use it if it is there")
	texts := flag.String("texts", "", "the `file` with inputs of package web's TestTwin, to compare answers")
	n := flag.Int("n", 1_000_000, "compare `N` inputs")
	seed := flag.Uint64("seed", 1, "`seed` of the random inputs")
	timed := flag.Bool("time", false, "take the time instead of comparing")
	rounds := flag.Int("rounds", 11, "with -time: how often each has its turn")
	flag.Parse()
	err := run(*checkout, *program, *texts, *n, *seed, *timed, *rounds)
	if err != nil {
		fmt.Fprintln(os.Stderr, "ada:", err)
		os.Exit(1)
	}
}

var errDiffer = errors.New("the two differ")

func run(checkout, program, texts string, n int, seed uint64, timed bool, rounds int) error {
	lists, err := bench.Load()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "ada")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if program == "" {
		program = filepath.Join(dir, "ada")
	}
	if !exists(program) {
		if err := build(checkout, dir, program); err != nil {
			return err
		}
	}
	version, err := exec.Command(program, "version").Output()
	if err != nil {
		return err
	}
	fmt.Printf("Ada %s\n", strings.TrimSpace(string(version)))
	if timed {
		return compareTime(program, dir, lists, rounds)
	}
	return compareAnswers(program, texts, lists, n, seed)
}

// exists reports whether there is a file with this name.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// build compiles the program against the checkout.
func build(checkout, dir, program string) error {
	if checkout == "" {
		return errors.New("-ada is missing")
	}
	file := filepath.Join(dir, "ada.cpp")
	if err := os.WriteFile(file, source, 0o666); err != nil {
		return err
	}
	include, src := filepath.Join(checkout, "include"), filepath.Join(checkout, "src")
	if deps := filepath.Join(checkout, "deps"); exists(filepath.Join(deps, "ada.cpp")) { // the crate
		include, src = deps, deps
	}
	cmd := exec.Command("g++", "-std=c++20", "-O3", "-DNDEBUG", "-I", include, "-o", program, file, filepath.Join(src, "ada.cpp"))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %s", err, out)
	}
	return nil
}
