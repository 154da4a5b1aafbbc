//go:build unix

package journal

import (
	"errors"
	"os"
	"syscall"
)

// lock prevents other programs from locking the file until it is closed.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return errors.New("another program has it open, want one at a time")
	case errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOSYS), errors.Is(err, syscall.ENOLCK):
		return nil // the file system has no locks
	}
	return err
}
