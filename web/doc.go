// Package web reads URLs as browsers do.
package web
