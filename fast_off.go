//go:build slowpaths

package uri

const fastPaths = false
