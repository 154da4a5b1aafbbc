package mcts

import (
	"errors"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity"
)

// Similarity makes a search learn from boards that look alike (Uemiya and Yokoyama, "Towards a universally effective
// utilization of board similarities in General Game Playing"). The boards of all simulations are turned into codes of
// 64 bits, and what the simulations were worth is kept per code: returns of the game, whatever Config.Backup makes of
// them. A new node takes over the visits and returns of all codes within a Hamming distance of its own. It does so once:
// Config.Selection sees the sum of what a child took over and of its own simulations, but the visits and means of Node and
// Result, and what Config.Final decides by, are of simulations alone.
//
// The game needs the ability Board. The codes are made at the first Run after New or Reset, from ten random games. These
// begin at what the game's method Start() S returns, if there is one, and else at the root of that Run. With the Mode Root
// every tree learns for itself.
//
// What the paper leaves open is set by the fields; their zero values are the readings that are closest to it.
type Similarity struct {
	Encoder similarity.Encoder // if nil, similarity.Appearance{}

	// Distance is the greatest Hamming distance of a board that counts, 0 to 3. The paper finds 1 equal to 0, as hardly any
	// boards are there, and 3 too slow; 2 helps in some games and harms in others: see research.Adviser.
	Distance int

	Weight similarity.Weight // how much a board counts by its distance; if nil, always 1

	// Cap is how many visits a node takes over at most, with the mean of all; if 0, any number.
	Cap float64

	// TreeOnly stores the boards in the tree alone, and not those of playouts. Then the game's Playouter is used.
	TreeOnly bool

	// StoreFirst looks a board up after its own first simulation is stored, and not before.
	StoreFirst bool

	// Parent is the N of the formula of UCT at a node.
	Parent ParentCount

	// KeepTree lets Advance keep the tree. If false, every root gets a new one, whose nodes take over what is known of their
	// boards by then: more than when they were first met.
	KeepTree bool

	// Keep is the share of the experience that is kept when a move has been made; if 0, all of it. Forget keeps none.
	Keep   float64
	Forget bool

	// MaxEntries is how many codes are kept in each tree's experience; if 0, 1,048,576. When it is full, the older half of them
	// is forgotten. That memory is not in MaxBytes, nor in Result.Bytes.
	MaxEntries int
}

// ParentCount is how many visits a parent has, for the selection among its children.
type ParentCount int

const (
	// Simulations are those that passed through the parent.
	Simulations ParentCount = iota

	// OwnImports are these and what the parent itself took over.
	OwnImports

	// ChildImports are those of all its children with what they took over.
	ChildImports
)

// What codes are made from.
const (
	sampleGames = 10
	samplePlies = 10_000 // of a game at most
)

func (s *Similarity) validate() error {
	if s == nil {
		return nil
	}
	var errs []error
	if s.MaxEntries < 0 || s.MaxEntries > similarity.MaxSignatures {
		errs = append(errs, fmt.Errorf("mcts: Config.Similarity.MaxEntries is %d, want 0..%d", s.MaxEntries, similarity.MaxSignatures))
	}
	if s.Distance < 0 || s.Distance > similarity.MaxDistance {
		errs = append(errs, fmt.Errorf("mcts: Config.Similarity.Distance is %d, want 0..%d", s.Distance, similarity.MaxDistance))
	}
	if !(s.Cap >= 0) {
		errs = append(errs, fmt.Errorf("mcts: Config.Similarity.Cap is %v, want >= 0", s.Cap))
	}
	if !(s.Keep >= 0 && s.Keep <= 1) {
		errs = append(errs, fmt.Errorf("mcts: Config.Similarity.Keep is %v, want 0..1", s.Keep))
	}
	if s.Parent < Simulations || s.Parent > ChildImports {
		errs = append(errs, fmt.Errorf("mcts: Config.Similarity.Parent is %d, want Simulations, OwnImports or ChildImports", s.Parent))
	}
	if v, ok := s.Encoder.(policy.Validator); ok {
		errs = append(errs, v.Validate())
	}
	return errors.Join(errs...)
}

// validateSimilarity tells what cannot be searched with Config.Similarity.
func validateSimilarity[S any, A comparable](g Game[S, A], cfg Config) error {
	if cfg.Similarity == nil {
		return nil
	}
	if _, ok := As[Board[S]](g); !ok {
		return fmt.Errorf("mcts: Config.Similarity needs boards, and %T has no AppendCells", g)
	}
	if _, ok := As[SimultaneousGame[S, A]](g); ok {
		return fmt.Errorf("mcts: Config.Similarity is set, and in %T players choose at the same time: what a board is worth does not say what the part of one player is", g)
	}
	if cfg.Hidden != nil {
		return errors.New("mcts: Config.Similarity is set, and so is Config.Hidden: a board does not show what is hidden")
	}
	if m := cfg.Parallel.Mode; m != Serial && m != Root {
		return fmt.Errorf("mcts: Config.Similarity is set, and Config.Parallel.Mode is %v: its workers do not share what they know of boards; want Serial or Root", m)
	}
	_, squares := cfg.Selection.(policy.SquareReader)
	_, draws := cfg.Selection.(policy.Drawer)
	if squares || draws {
		return fmt.Errorf("mcts: Config.Similarity is set, and %T reads sums beside means and visits, which are not kept for boards", cfg.Selection)
	}
	if d, ok := cfg.Backup.(policy.Discount); ok && d.Loss < 0 {
		return fmt.Errorf("mcts: Config.Similarity is set, and Config.Backup is a Discount with Loss %v: what boards are worth is from 0 to 1; want Loss 0", d.Loss)
	}
	_, err := similarity.Weights(cfg.Similarity.Weight, cfg.Similarity.Distance)
	return err
}

// similar is what a worker needs for Config.Similarity.
type similar[S any] struct {
	cfg     Similarity
	board   Board[S]
	seed    uint64
	code    similarity.Signature // nil: to be made
	known   *similarity.SignatureTable
	weights []float64

	boards int      // after a ply of this simulation
	cells  []uint8  // of these boards
	size   int      // cells of a board
	codes  []uint64 // of the first of these boards, as far as they were needed
	sums   []float64
	trail  *trail // nil but in trials
}

// withSimilarity prepares the worker for Config.Similarity, if it is set.
func (w *worker[S, A]) withSimilarity(cfg Config) {
	if cfg.Similarity == nil {
		return
	}
	b := &similar[S]{cfg: *cfg.Similarity, seed: rng.Mix(cfg.Seed), sums: make([]float64, len(w.returns))}
	b.board, _ = As[Board[S]](w.game)
	b.weights, _ = similarity.Weights(b.cfg.Weight, b.cfg.Distance) // validated
	b.known = similarity.NewSignatureTable(len(w.returns), b.cfg.Distance, b.cfg.MaxEntries)
	if b.cfg.Encoder == nil {
		b.cfg.Encoder = similarity.Appearance{}
	}
	w.similar = b
	w.tree.withLoans = true
	w.isUCT = false // the short cut sees simulations alone
	if !b.cfg.TreeOnly {
		w.playouter = nil
	}
}

// see notes the board of the current simulation. Its code is made later, with those of other boards: to read cells as soon
// as they are written, several at a time, would wait for the writing.
func (b *similar[S]) see(s *S) {
	before := len(b.cells)
	b.cells = b.board.AppendCells(b.cells, s)
	b.boards++
	if b.trail != nil {
		b.trail.pass(b.cells[before:])
	}
}

// encode makes the codes of all boards seen.
func (b *similar[S]) encode() {
	if len(b.cells) != b.boards*b.size {
		panic(fmt.Sprintf("mcts: AppendCells of %T appended %d cells for %d boards, want %d for each", b.board, len(b.cells), b.boards, b.size))
	}
	b.codes = similarity.AppendSignatures(b.codes, b.code, b.cells[len(b.codes)*b.size:], b.size)
}

// simulateSimilar is simulate where boards count.
func (w *worker[S, A]) simulateSimilar() error {
	b := w.similar
	b.boards, b.cells, b.codes = 0, b.cells[:0], b.codes[:0]
	if b.trail != nil {
		b.trail.begin()
	}
	ended, err := w.selectLeaf()
	if err != nil {
		return err
	}
	leaf, inTree := len(w.plies), b.boards
	fresh := w.isFresh()
	if fresh && !b.cfg.StoreFirst {
		b.encode()
		w.takeOver(b.codes[inTree-1])
	}
	if err = w.finish(ended); err != nil {
		return err
	}
	if err = w.backup(); err != nil {
		return err
	}
	if b.encode(); b.cfg.TreeOnly {
		b.codes = b.codes[:inTree]
	}
	b.known.Store(b.codes, w.returns)
	if b.trail != nil {
		b.trail.keep(b.codes[:inTree])
	}
	if fresh && b.cfg.StoreFirst {
		w.takeOver(b.codes[inTree-1])
	}
	w.addLoans()
	if w.learner != nil {
		w.teach(leaf)
	}
	return nil
}

// isFresh reports whether the path ends at a node that no simulation has been at.
func (w *worker[S, A]) isFresh() bool {
	if w.depth == 0 {
		return false
	}
	c, i := w.tree.at(w.path[w.depth-1].slot)
	return c.stats[i].Visits == 0
}

// takeOver gives the node at the end of the path what is known of boards like its own, with that code.
func (w *worker[S, A]) takeOver(code uint64) {
	b, end := w.similar, w.path[w.depth-1]
	clear(b.sums)
	visits := b.known.Within(code, b.weights, b.sums)
	if b.trail != nil {
		b.trail.measure(b.known.Near(code, b.cfg.Distance))
	}
	if visits == 0 {
		return
	}
	mean := b.sums[max(0, end.player)] / visits
	if b.cfg.Cap > 0 {
		visits = min(visits, b.cfg.Cap)
	}
	c, i := w.tree.at(end.slot)
	c.loans.taken[i] = policy.Stats{Mean: float32(mean), Visits: uint32(math.Round(min(visits, maxLoan)))}
}

// maxLoan bounds the visits that a node takes over, so that its own have room beside them.
const maxLoan = 1 << 31

// addLoans brings what the selection sees of the path up to date.
func (w *worker[S, A]) addLoans() {
	for _, e := range w.path[:w.depth] {
		c, i := w.tree.at(e.slot)
		c.loans.seen[i] = withLoan(c.stats[i], c.loans.taken[i])
	}
}

// loans are columns of a chunk for Config.Similarity, per edge.
type loans struct {
	taken [chunkSlots]policy.Stats // what it took over, for the player who chose it
	seen  [chunkSlots]policy.Stats // that and its simulations, which the selection sees
}

// withLoan returns the statistics of an edge with those that it took over.
func withLoan(own, taken policy.Stats) policy.Stats {
	if taken.Visits == 0 {
		return own
	}
	visits := min(uint64(own.Visits)+uint64(taken.Visits), math.MaxUint32)
	share := float64(taken.Visits) / float64(visits)
	return policy.Stats{
		Mean:   float32(float64(own.Mean) + float64(share*(float64(taken.Mean)-float64(own.Mean)))),
		Visits: uint32(visits),
	}
}

// loan checks that the edge at slot has taken over nothing before it was visited, and that the selection sees the sum.
func (c *checker[A]) loan(slot uint32) {
	chunk, i := c.tree.at(slot)
	own, taken, seen := chunk.stats[i], chunk.loans.taken[i], chunk.loans.seen[i]
	switch {
	case own.Visits == 0 && (taken.Visits > 0 || seen.Visits > 0):
		c.fail(slot, "it took %d visits over and has none of its own, the selection sees %d", taken.Visits, seen.Visits)
	case own.Visits > 0 && seen != withLoan(own, taken):
		c.fail(slot, "the selection sees %v, want the sum of %v and of %v, which it took over", seen, own, taken)
	}
}

// lend lets the selection, at the node with that header, see what its children took over.
func (w *worker[S, A]) lend(c *chunk[A], header uint32) {
	n := &w.node
	n.Children = c.loans.seen[header+1:][:len(n.Children)]
	visits := uint64(n.Visits)
	switch w.similar.cfg.Parent {
	case OwnImports:
		if w.depth > 0 {
			parent, i := w.tree.at(w.path[w.depth-1].slot)
			visits += uint64(parent.loans.taken[i].Visits)
		}
	case ChildImports:
		visits = 1
		for _, s := range n.Children {
			visits += uint64(s.Visits)
		}
	}
	n.Visits = uint32(min(visits, math.MaxUint32))
}

// Borrowed returns how many visits of boards that look alike the selection counts beside Visits, with Config.Similarity.
func (n Node[A]) Borrowed() int {
	if n.tree == nil || !n.tree.withLoans {
		return 0
	}
	c, i := n.tree.at(n.slot)
	return int(c.loans.taken[i].Visits)
}

// child describes the action that leads to the node.
func (n Node[A]) child() Child[A] {
	return Child[A]{Action: n.Action(), Visits: n.Visits(), Mean: n.Mean(), Borrowed: n.Borrowed()}
}

// settleSimilar makes the worker ready for a Run: it makes the code if there is none, and else forgets what is to be
// forgotten when a move was made.
func (w *worker[S, A]) settleSimilar(moved bool) (err error) {
	b := w.similar
	switch {
	case b == nil:
	case b.code == nil:
		b.known.Reset()
		b.code, err = w.makeCode()
	case moved && b.cfg.Forget:
		b.known.Reset()
	case moved && b.cfg.Keep > 0 && b.cfg.Keep < 1:
		b.known.Scale(b.cfg.Keep)
	}
	return err
}

// forgetSimilar makes the next Run begin anew.
func (w *worker[S, A]) forgetSimilar() {
	if w.similar != nil {
		w.similar.code = nil
	}
}

// makeCode makes the code from random games. Their random numbers are not those of the simulations.
func (w *worker[S, A]) makeCode() (similarity.Signature, error) {
	b := w.similar
	before := *w.rand
	defer func() { *w.rand = before }()
	w.rand.Seed(b.seed)
	var sample similarity.Sample
	start := &w.root
	if s, ok := As[interface{ Start() S }](w.game); ok {
		first := s.Start()
		start = &first
	}
	for range sampleGames {
		w.copyState(&w.state, start)
		for range samplePlies {
			sample.Add(b.board.AppendCells(b.cells[:0], &w.state))
			if over, err := w.playRandom(); err != nil {
				return nil, err
			} else if over {
				break
			}
		}
	}
	w.copyState(&w.state, &w.root)
	b.size = sample.Cells
	code, err := b.cfg.Encoder.New(&sample, b.seed)
	if err == nil && code == nil {
		err = fmt.Errorf("mcts: Config.Similarity.Encoder: New of %T returned nil", b.cfg.Encoder)
	}
	return code, err
}

// playRandom plays an action drawn uniformly, or an outcome, and reports whether there was none.
func (w *worker[S, A]) playRandom() (over bool, err error) {
	b, err := w.list()
	if b.count == 0 || err != nil {
		return true, err
	}
	k := 0
	if b.player == Chance {
		k = w.drawOutcome()
	} else {
		k = w.rand.IntN(len(w.actions))
	}
	w.game.Apply(&w.state, w.actions[k])
	return false, nil
}
