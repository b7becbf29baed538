package main

import (
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"strings"
	"time"

	"example.com/uri/examples/internal/wire"
	"example.com/uri/guard"
)

// serverStatuses are the statuses of HTTP that are about the server, not about the page: it
// has too much to do, or it failed (RFC 6585, 4; RFC 9110, 15.6).
var serverStatuses = map[int]bool{
	http.StatusTooManyRequests:     true,
	http.StatusInternalServerError: true,
	http.StatusBadGateway:          true,
	http.StatusServiceUnavailable:  true,
	http.StatusGatewayTimeout:      true,
}

// aboutServer reports whether an answer is about the server: another time the page may come.
// So are a failed connection, a timeout, an answer cut short, and a reply 4yz of an FTP server
// (RFC 959, 4.2.1).
func (f *fetched) aboutServer() bool {
	var gate *guard.Error
	var reply *wire.ReplyError
	var timeout net.Error
	var connection *net.OpError
	switch err := f.err; {
	case errors.As(err, &gate):
		return errors.As(err, &connection)
	case errors.As(err, &reply):
		return reply.Code/100 == 4
	case errors.As(err, &timeout) && timeout.Timeout(), errors.As(err, &connection):
		return true
	}
	return serverStatuses[f.status] || isCut(f.err)
}

// isCut reports whether the server closed the connection before the end of its answer.
func isCut(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// wait returns how long a server is not asked after that many failures in a row: as long as
// it asks for, or else each time twice as long, but at most MaxDelay.
func (c *Crawler) wait(page *fetched, failures int) time.Duration {
	if page.robots && page.cut {
		return c.MaxDelay // It would be cut again.
	}
	if page.retryAfter > 0 {
		return min(page.retryAfter, c.MaxDelay)
	}
	if doublings := max(failures-1, 0); c.pause <= c.MaxDelay>>doublings {
		return c.pause << doublings
	}
	return c.MaxDelay
}

// retryAfter returns how long a server asks to wait, by its field Retry-After (RFC 9110,
// 10.2.3): a number of seconds or a date. It is 0 if the field asks for nothing.
func retryAfter(field string, now time.Time) time.Duration {
	if date, err := http.ParseTime(field); err == nil {
		return max(date.Sub(now), 0)
	}
	if field == "" || strings.Trim(field, "0123456789") != "" {
		return 0
	}
	seconds, err := time.ParseDuration(field + "s")
	if err != nil { // It is too long.
		return math.MaxInt64
	}
	return seconds
}
