package testkit

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// RunCheck runs a check of a test kit to see what it finds. It returns what check said, in lines,
// and whether it failed. The test that calls RunCheck does not fail with it. Check runs in a
// separate goroutine, so that FailNow ends the check only, and a panic of check ends the program.
//
// The methods of t are Helper and Name, Log, Error and Fatal with their variants for formats, Fail,
// FailNow and Failed. All others panic. One goroutine at a time may call them.
func RunCheck(check func(t testing.TB)) (said string, failed bool) {
	r := &recorder{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		check(r)
	}()
	<-done
	return r.said.String(), r.failed
}

// recorder is a test that records what it is told.
type recorder struct {
	testing.TB
	said   strings.Builder
	failed bool
}

func (*recorder) Helper()      {}
func (*recorder) Name() string { return "check" }

func (r *recorder) Log(args ...any)                   { fmt.Fprintln(&r.said, args...) }
func (r *recorder) Logf(format string, args ...any)   { r.Log(fmt.Sprintf(format, args...)) }
func (r *recorder) Error(args ...any)                 { r.Log(args...); r.Fail() }
func (r *recorder) Errorf(format string, args ...any) { r.Logf(format, args...); r.Fail() }
func (r *recorder) Fatal(args ...any)                 { r.Log(args...); r.FailNow() }
func (r *recorder) Fatalf(format string, args ...any) { r.Logf(format, args...); r.FailNow() }
func (r *recorder) Fail()                             { r.failed = true }
func (r *recorder) FailNow()                          { r.Fail(); runtime.Goexit() }
func (r *recorder) Failed() bool                      { return r.failed }
