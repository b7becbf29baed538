// Package uri reads URI references, strictly and fast.
package uri
