#!/bin/bash -eu
# Compiles the native Go fuzzers of internal/fuzz for libFuzzer. ClusterFuzzLite and
# OSS-Fuzz run this in the container of the Dockerfile, which has the command
# compile_native_go_fuzzer_v2.
cd "$SRC/uri"
for target in $(sed -nE 's/^func (Fuzz[A-Za-z]+)\(.*/\1/p' internal/fuzz/fuzz_test.go); do
  compile_native_go_fuzzer_v2 example.com/uri/internal/fuzz "$target" "$target"
done
