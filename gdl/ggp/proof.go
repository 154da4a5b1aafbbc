package ggp

import (
	"fmt"

	"github.com/banyan-go/banyan/gdl/internal/prover"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
)

// proof finds legal moves by the rules themselves, as long as the game is not loaded.
type proof struct {
	rules    *sheet.Sheet
	role     int
	prover   *prover.Prover // nil at first
	position *prover.Position
	moves    int // joint moves that led to it
}

// legal returns the legal moves after a history, which begins with that of the call before.
func (p *proof) legal(history [][]string) (moves []string, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	if p.prover == nil {
		if p.prover, err = prover.New(p.rules); err != nil {
			return nil, err
		}
		if p.position, err = p.prover.Start(); err != nil {
			return nil, err
		}
	}
	for ; p.moves < len(history); p.moves++ {
		next, err := p.prover.Next(p.position, history[p.moves])
		if err != nil {
			return nil, err
		}
		p.position = next
	}
	return p.prover.Legal(p.position, p.rules.Roles[p.role]), nil
}
