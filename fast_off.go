//go:build slowpaths

package uri

const shortWays = false
