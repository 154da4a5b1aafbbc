// Package similar shares statistics between similar positions (Uemiya and Yokoyama, "Towards a
// universally effective utilization of board similarities in General Game Playing"). It sees the
// cells of positions, not states.
//
// A new node imports statistics of similar positions: those whose signature lies within a Hamming
// distance of the new one. The statistics by signature are in a [similarity.SignatureTable].
//
// Own and imported statistics are separate, in two columns: what a node imported when it was made,
// and that together with its own simulations, which the selection sees. The visits and means of the
// tree are of own simulations.
//
// A node imports what is in the table when it is made. In a reused tree these are statistics of
// earlier moves. In a new tree the nodes import the results of the same simulations through the
// table, and of all since; so every root gets a new tree unless Similarity.KeepTree is set.
//
// The cells do not show whose turn it is. A [similarity.TurnSignature] is told the player to move.
package similar

import (
	"fmt"
	"math"

	"github.com/banyan-go/banyan/mcts/internal/pass"
	"github.com/banyan-go/banyan/mcts/internal/tree"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity"
)

// Config determines which positions are similar, and what they share.
type Config struct {
	Encoder       similarity.Encoder
	Distance      int
	Weights       []float64 // by distance
	Cap           float64   // of the visits that a node imports; 0: none
	MaxSignatures int
	similarity.Readings

	Game any // that appends cells, for errors

	// Sample returns positions of random games with a seed, from which the signature is made, and
	// whether there was time for the whole sample.
	Sample func(seed uint64) (sample similarity.Sample, whole bool, err error)
}

// Positions are the positions of the simulations of one tree and what they share, with the columns
// of the statistics that an edge has imported, once, when it was first visited, and of these
// together with its own, which the selection sees.
type Positions struct {
	tree.Nop
	cfg       Config
	tree      *tree.Tree
	imported  *tree.Data[policy.Stats] // for the player who chose the edge
	seen      *tree.Data[policy.Stats]
	seed      uint64
	signature similarity.Signature     // nil until it is made, at the next Run
	makeshift bool                     // It was made from a part of the sample.
	turns     similarity.TurnSignature // the signature, if it depends on the player to move
	known     *similarity.SignatureTable

	// The positions of the current simulation.
	positions  int
	cells      []uint8 // of all positions
	size       int     // of a position, in cells
	players    []int   // to move at each position, for turns
	signatures []uint64
	inTree     int  // the number of positions in the tree
	fresh      bool // the last position in the tree is an unvisited node
	sums       []float64
}

// New gives a tree the columns.
func New(t *tree.Tree, cfg Config, seed uint64) *Positions {
	s := &Positions{cfg: cfg, tree: t, seed: rng.Mix(seed), sums: make([]float64, t.Players())}
	s.known = similarity.NewSignatureTable(t.Players(), cfg.Distance, cfg.MaxSignatures)
	s.imported, s.seen = tree.NewData[policy.Stats](t, true), tree.NewData[policy.Stats](t, true)
	return s
}

// Begin implements [pass.Part].
func (s *Positions) Begin(*pass.Pass) {
	s.positions, s.cells, s.players, s.signatures = 0, s.cells[:0], s.players[:0], s.signatures[:0]
	if s.cfg.Observer != nil {
		s.cfg.Observer.Begin()
	}
}

// Cells returns the cells of the positions so far, to which the caller of Observe appends.
func (s *Positions) Cells() []uint8 { return s.cells }

// NeedsPlayers reports whether Observe needs to know the player to move.
func (s *Positions) NeedsPlayers() bool { return s.turns != nil }

// Observe takes the next position of the simulation, whose cells are appended to Cells. The
// signature of the position is made later, together with others: reading cells right after they are
// written waits for the writes.
func (s *Positions) Observe(cells []uint8, player int) {
	before := len(s.cells)
	s.cells = cells
	s.positions++
	if s.turns != nil {
		s.players = append(s.players, player)
	}
	if s.cfg.Observer != nil {
		s.cfg.Observer.Pass(cells[before:])
	}
}

// encode makes the signatures of all positions observed so far.
func (s *Positions) encode() {
	if len(s.cells) != s.positions*s.size {
		panic(fmt.Sprintf("mcts: AppendCells of %T appended %d cells for %d positions, want %d for each", s.cfg.Game, len(s.cells), s.positions, s.size))
	}
	if s.turns == nil {
		s.signatures = similarity.AppendSignatures(s.signatures, s.signature, s.cells[len(s.signatures)*s.size:], s.size)
		return
	}
	for i := len(s.signatures); i < s.positions; i++ {
		s.signatures = append(s.signatures, s.turns.EncodeTurn(s.cells[i*s.size:][:s.size], s.players[i]))
	}
}

// Selected implements [pass.Part]: a new node imports statistics.
func (s *Positions) Selected(p *pass.Pass) error {
	s.inTree, s.fresh = s.positions, false
	if len(p.Path) > 0 {
		visits, _ := s.tree.Edge(p.At(len(p.Path)))
		s.fresh = visits == 0
	}
	if s.fresh && !s.cfg.StoreFirst {
		s.encode()
		s.importInto(p)
	}
	return nil
}

// BackedUp implements [pass.Part]: the positions of the simulation are stored. What an edge shows
// is updated after that, and after a new node has imported statistics.
func (s *Positions) BackedUp(p *pass.Pass) error {
	if s.encode(); s.cfg.TreeOnly {
		s.signatures = s.signatures[:s.inTree]
	}
	s.known.Store(s.signatures, p.Relative)
	if s.cfg.Observer != nil {
		s.cfg.Observer.Keep(s.signatures[:s.inTree])
	}
	if s.fresh && s.cfg.StoreFirst {
		s.importInto(p)
	}
	for _, e := range p.Path {
		*s.seen.At(e.Slot) = withImported(s.tree.StatsAt(e.Slot), *s.imported.At(e.Slot))
	}
	return nil
}

// maxImport bounds the visits that an edge imports, so that there is room for its own visits.
const maxImport = 1 << 31

// importInto gives the node at the end of the path the statistics of similar positions.
func (s *Positions) importInto(p *pass.Pass) {
	own, end := s.signatures[s.inTree-1], p.Path[len(p.Path)-1]
	clear(s.sums)
	visits := s.known.Within(own, s.cfg.Weights, s.sums)
	if s.cfg.Observer != nil {
		s.cfg.Observer.Measure(s.known.Near(own, s.cfg.Distance))
	}
	if visits == 0 {
		return
	}
	mean := s.sums[max(0, end.Player)] / visits
	if s.cfg.Cap > 0 {
		visits = min(visits, s.cfg.Cap)
	}
	*s.imported.At(end.Slot) = policy.Stats{Mean: float32(mean), Visits: uint32(math.Round(min(visits, maxImport)))}
}

// Prepare implements [tree.Keeper]. It makes the signature if there is none, or only one that was
// made in a hurry. Otherwise, if the root changed, it applies Readings.Forget or Readings.Keep.
func (s *Positions) Prepare(rootChanged bool) error {
	switch {
	case s.signature == nil || s.makeshift:
		s.known.Reset()
		return s.newSignature()
	case rootChanged && s.cfg.Forget:
		s.known.Reset()
	case rootChanged && s.cfg.Keep > 0 && s.cfg.Keep < 1:
		s.known.Scale(s.cfg.Keep)
	}
	return nil
}

// newSignature makes the signature from a sample.
func (s *Positions) newSignature() error {
	sample, whole, err := s.cfg.Sample(s.seed)
	if err != nil {
		return err
	}
	s.makeshift = !whole
	s.size = sample.Cells
	s.signature, err = s.cfg.Encoder.New(&sample, s.seed)
	if err == nil && s.signature == nil {
		err = fmt.Errorf("mcts: Config.Similarity.Encoder: New of %T returned nil", s.cfg.Encoder)
	}
	s.turns, _ = s.signature.(similarity.TurnSignature)
	return err
}

// Reset implements [tree.Keeper]: the next Run starts with an empty signature table and a new
// signature.
func (s *Positions) Reset(seed uint64) { s.signature, s.seed = nil, rng.Mix(seed) }

// Show is a [selection.Column].
func (s *Positions) Show(n *policy.Node, p *pass.Pass, at tree.Edges) {
	n.Children = s.seen.Of(at)
	visits := uint64(n.Visits)
	switch s.cfg.Parent {
	case similarity.OwnImports:
		if len(p.Path) > 0 {
			visits += uint64(s.imported.At(p.At(len(p.Path))).Visits)
		}
	case similarity.ChildImports:
		visits = 1
		for _, c := range n.Children {
			visits += uint64(c.Visits)
		}
	}
	n.Visits = uint32(min(visits, math.MaxUint32))
}

// withImported returns the statistics of an edge together with those that it has imported.
func withImported(own, imported policy.Stats) policy.Stats {
	if imported.Visits == 0 {
		return own
	}
	visits := min(uint64(own.Visits)+uint64(imported.Visits), math.MaxUint32)
	share := float64(imported.Visits) / float64(visits)
	return policy.Stats{
		Mean:   float32(float64(own.Mean) + float64(share*(float64(imported.Mean)-float64(own.Mean)))),
		Visits: uint32(visits),
	}
}

// Check verifies that an edge has imported nothing before it was visited, and that the selection
// sees the sum.
func (s *Positions) Check(e tree.Checked, found *tree.Findings) {
	own, imported, seen := s.tree.StatsAt(e.Slot), *s.imported.At(e.Slot), *s.seen.At(e.Slot)
	switch {
	case own.Visits == 0 && (imported.Visits > 0 || seen.Visits > 0):
		found.Fail(e.Slot, "it has imported %d visits and has none of its own, the selection sees %d", imported.Visits, seen.Visits)
	case own.Visits > 0 && seen != withImported(own, imported):
		found.Fail(e.Slot, "the selection sees %v, want the sum of %v and of %v, which it has imported", seen, own, imported)
	}
}

// Imported returns how many visits an edge has imported.
func (s *Positions) Imported(slot uint32) int { return int(s.imported.At(slot).Visits) }
