package httpguard

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"

	"example.com/uri/guard"
)

// The values of Op in the errors of this package.
const (
	opClient       = "client"
	opForwardProxy = "forward"
	opOrigin       = "origin" // [SameOrigin] and [CORS]
	opReverseProxy = "proxy"
)

// newError returns the error of a check about a part of a request, a response or a configuration.
func newError(op, part, reason string) *guard.Error {
	return &guard.Error{Op: op, Part: part, Reason: reason}
}

// A quietError is an error of this package about a response. It quotes nothing of it.
type quietError string

func (e quietError) Error() string { return string(e) }

// WithoutURL returns the error inside a [*url.Error]. The text of a [*url.Error] shows the URL of
// the request, perhaps with a secret. Keep it out of logs. An error of [url.Parse] shows parts of
// the text, so WithoutURL replaces it. It returns all other errors as they are.
func WithoutURL(err error) error {
	var e *url.Error
	for errors.As(err, &e) {
		if err = e.Err; e.Op == "parse" {
			return newError(opClient, "URL", "net/url cannot parse it")
		}
	}
	return err
}

// unquoted returns an error of net/http about a response, or another error in its place. net/http
// quotes what it cannot read, and a server can send back the request, with its secrets. So only
// errors of the network, of TLS, of contexts and of this module pass, without the text around them.
func unquoted(op string, err error) error {
	err = WithoutURL(err)
	var (
		own         *guard.Error
		quiet       quietError
		network     net.Error
		record      tls.RecordHeaderError
		alert       tls.AlertError
		certificate *tls.CertificateVerificationError
		rejection   *tls.ECHRejectionError
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &quiet):
		return quiet
	case errors.As(err, &network):
		return network
	case errors.As(err, &record):
		return record
	case errors.As(err, &alert):
		return alert
	case errors.As(err, &certificate):
		return certificate
	case errors.As(err, &rejection):
		return rejection
	}
	for _, known := range []error{context.Canceled, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, http.ErrSchemeMismatch} {
		if errors.Is(err, known) {
			return known
		}
	}
	return newError(op, "response", "net/http cannot read the response")
}
