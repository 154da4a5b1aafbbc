// Package timing decides how long to think.
package timing
