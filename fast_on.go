//go:build !slowpaths

package uri

// fastPaths is false only in tests with the build tag slowpaths. Those take every
// slow path. It is a constant, so the compiler removes the branches.
const fastPaths = true
