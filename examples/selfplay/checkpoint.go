package main

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// settings determine a run of training: two runs with the same settings have the same networks
// after the same number of generations.
type settings struct {
	Seed        uint64
	Hidden      []int // widths of the hidden layers
	Simulations int   // for an action in self-play
	Games       int   // of a generation
	Opening     int   // a game begins with up to so many random plies
	Exploring   int   // so many plies are drawn in proportion to their visits
	Window      int   // the largest number of generations whose samples are kept
	Steps       int   // of training in a generation
	Rate        float64
}

// used is the time that a run has taken, all processes together.
type used struct{ CPU, Wall time.Duration }

func (u used) String() string {
	return fmt.Sprintf("%.1f min of CPU time, %.1f min of wall time", u.CPU.Minutes(), u.Wall.Minutes())
}

// checkpoint is the whole state of a run after a generation.
type checkpoint struct {
	Settings   settings
	Generation int // number of finished generations
	Used       used
	Widths     []int
	Weights    []float32
	Trainer    trainer
	Samples    [][]sample // by generation, the oldest first
}

const checkpointName = "checkpoint.gob"

// stored is a network in a file, with how it was made. A checkpoint has these fields, too, and can
// be read as one.
type stored struct {
	Settings   settings
	Generation int
	Used       used
	Widths     []int
	Weights    []float32
}

func (s stored) network() network { return network{s.Widths, s.Weights} }

// networkName returns the name of the file with the network of a generation.
func networkName(generation int) string { return fmt.Sprintf("net-%05d.gob", generation) }

// readNetwork reads a file written for stored.
func readNetwork(path string) (s stored, err error) {
	if err := read(path, &s); err != nil {
		return s, err
	}
	if err := s.network().validate(); err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// readCheckpoint reads the checkpoint in a folder. Without one, the error is fs.ErrNotExist.
func readCheckpoint(dir string) (*checkpoint, error) {
	c, path := &checkpoint{}, filepath.Join(dir, checkpointName)
	if err := read(path, c); err != nil {
		return nil, err
	}
	n := network{c.Widths, c.Weights}
	err := n.validate()
	if err == nil && (len(c.Trainer.Mean) != len(c.Weights) || len(c.Trainer.Square) != len(c.Weights)) {
		err = errors.New("the state of the training does not fit the network")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c.Trainer.prepare(n)
	return c, nil
}

// read decodes a file.
func read(path string, v any) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // It was only read.
	if err := gob.NewDecoder(f).Decode(v); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// write replaces a file. Whenever the process or the machine ends, the file is the old or the new
// one: the new one is complete on the disk before it gets its name.
func write(path string, v any) (err error) {
	f, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close(), ignoreMissing(os.Remove(f.Name())))
		}
	}()
	if err := gob.NewEncoder(f).Encode(v); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// name tells the network from others.
func (s stored) name() string {
	return fmt.Sprintf("generation %d of seed %d", s.Generation, s.Settings.Seed)
}
