package main

import (
	"context"
	"errors"
	"io"
)

func plotCommand(ctx context.Context, args []string, out, errs io.Writer) (usage bool, err error) {
	return true, errors.New("not yet")
}
