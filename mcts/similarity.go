package mcts

import (
	"errors"
	"fmt"
	"math"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
	"github.com/banyan-go/banyan/similarity"
)

// Similarity shares statistics between similar positions (Uemiya and Yokoyama, "Towards a
// universally effective utilization of board similarities in General Game Playing"). Every position
// of a simulation gets a signature of 64 bits, and the returns of the simulations are stored by
// signature, before Config.Backup changes them. A new node imports, once, the visits and returns of
// all signatures within a Hamming distance of its own. Config.Selection sees the sum of a child's
// imported and own statistics. The visits and means of [Node] and [Result] are own statistics
// alone, and so are those that Config.Final decides by.
//
// The game must be a [CellBoard]. Signatures are made at the first Run after New or Reset, from ten
// random games. These begin with the state that the game's method Start() S returns or, without
// that method, with the root of the Run. With [RootParallel], every tree has a signature table of
// its own.
type Similarity struct {
	// Encoder makes the signatures. If nil, similarity.Appearance{} is used. With a Distance of 0,
	// [similarity.Opponents] gains more at an equal number of simulations.
	Encoder similarity.Encoder

	// Distance is the greatest Hamming distance of positions that share statistics, 0 to 3. The
	// paper finds no difference between 1 and 0, because hardly any positions are at distance 1,
	// and 3 too slow. A distance of 2 helps in some games and costs strength in others; see
	// Adviser in package similarity/research.
	Distance int

	Weight similarity.Weight // the weight of a position by its distance; if nil, always 1

	// Cap bounds the visits that a node imports; their mean stays the same. If zero, there is no
	// bound.
	Cap float64

	// KeepTree lets [Search.Advance] keep the tree; Config.FreshTree must not be set. Otherwise
	// every root gets a new tree, whose nodes import the statistics that their positions have by
	// then, which are more than at the nodes' first visits.
	KeepTree bool

	// MaxSignatures bounds the signature table of each tree. If zero, 1,048,576 is used. A full
	// table drops its older half. Its memory does not count in MaxBytes or Result.Bytes.
	MaxSignatures int

	// Research selects between readings of the paper where it is ambiguous, and sets observers. The
	// zero value is the default.
	Research similarity.Readings
}

func (s *Similarity) validate() error {
	var errs []error
	if s.MaxSignatures < 0 || s.MaxSignatures > similarity.MaxSignatures {
		errs = append(errs, fmt.Errorf("mcts: Config.Similarity.MaxSignatures is %d, want 0..%d", s.MaxSignatures, similarity.MaxSignatures))
	}
	if s.Distance < 0 || s.Distance > similarity.MaxDistance {
		errs = append(errs, fmt.Errorf("mcts: Config.Similarity.Distance is %d, want 0..%d", s.Distance, similarity.MaxDistance))
	}
	if !(s.Cap >= 0) {
		errs = append(errs, fmt.Errorf("mcts: Config.Similarity.Cap is %v, want >= 0", s.Cap))
	}
	if r := s.Research; !(r.Keep >= 0 && r.Keep <= 1) {
		errs = append(errs, fmt.Errorf("mcts: Config.Similarity.Research.Keep is %v, want 0..1", r.Keep))
	}
	if r := s.Research; r.Parent < similarity.OwnVisits || r.Parent > similarity.ChildImports {
		errs = append(errs, fmt.Errorf("mcts: Config.Similarity.Research.Parent is %d, want OwnVisits, OwnImports or ChildImports", r.Parent))
	}
	if v, ok := s.Encoder.(policy.Validator); ok {
		errs = append(errs, v.Validate())
	}
	return errors.Join(errs...)
}

// validateSimilarity reports games and settings that do not work with Config.Similarity.
func validateSimilarity[S any, A comparable](r game.Rules[S, A], cfg Config) error {
	if cfg.Similarity == nil {
		return nil
	}
	if err := cfg.Similarity.validate(); err != nil {
		return err
	}
	if cfg.FreshTree && cfg.Similarity.KeepTree {
		return errors.New("mcts: Config.Similarity.KeepTree and Config.FreshTree are set; want one of them")
	}
	if r.Cells == nil {
		return fmt.Errorf("mcts: Config.Similarity needs cells, and %T has no AppendCells", r.Game)
	}
	if r.Simultaneous != nil {
		return fmt.Errorf("mcts: Config.Similarity is set, and %T has simultaneous moves: the value of a position does not say what the component of one player is worth", r.Game)
	}
	switch cfg.Parallel.(type) {
	case nil, RootParallel:
	default:
		return fmt.Errorf("mcts: Config.Similarity is set, and Config.Parallel is a %T, whose workers do not share signature tables; want nil or RootParallel", cfg.Parallel)
	}
	const met = policy.NeedActions | policy.NeedUntried | policy.NeedPriors | policy.NeedAvailable
	for _, s := range []policy.Selection{cfg.Selection, cfg.Root} {
		if policy.NeedsOf(s)&^met != 0 {
			return fmt.Errorf("mcts: Config.Similarity is set, and %T reads statistics beside means and visits, which are not kept for positions", s)
		}
	}
	if d, ok := cfg.Backup.(policy.TurnDiscount); ok && d.Loss < 0 {
		return fmt.Errorf("mcts: Config.Similarity is set, and Config.Backup is a TurnDiscount with Loss %v: the values of positions are from 0 to 1; want Loss 0", d.Loss)
	}
	_, err := similarity.Weights(cfg.Similarity.Weight, cfg.Similarity.Distance)
	return err
}

// similar is the [hook] and [observer] of Config.Similarity in one worker.
type similar[S any, A comparable] struct {
	w         *worker[S, A]
	cfg       Similarity
	seed      uint64
	signature similarity.Signature     // nil until it is made, at the next Run
	turns     similarity.TurnSignature // the signature, if it depends on the player to move
	sample    similarity.Sample        // from which the signature is made
	sampled   bool                     // there is a sample
	known     *similarity.SignatureTable
	weights   []float64
	imports   *imports[S, A]

	// The positions of the current simulation.
	positions  int
	cells      []uint8 // of all positions
	size       int     // of a position, in cells
	players    []int   // to move at each position, for turns
	signatures []uint64
	inTree     int  // the number of positions in the tree
	fresh      bool // the last position in the tree is an unvisited node
	sums       []float64
	observer   similarity.Observer // nil except in research
}

// addSimilarity prepares the worker for Config.Similarity, if it is set.
func addSimilarity[S any, A comparable](w *worker[S, A], cfg Config) {
	if cfg.Similarity == nil {
		return
	}
	b := &similar[S, A]{w: w, cfg: *cfg.Similarity, observer: cfg.Similarity.Research.Observer, seed: rng.Mix(cfg.Seed), sums: make([]float64, len(w.sums))}
	b.weights, _ = similarity.Weights(b.cfg.Weight, b.cfg.Distance) // validated
	b.known = similarity.NewSignatureTable(len(w.sums), b.cfg.Distance, b.cfg.MaxSignatures)
	if b.cfg.Encoder == nil {
		b.cfg.Encoder = similarity.Appearance{}
	}
	b.imports = &imports[S, A]{tree: &w.tree, parent: b.cfg.Research.Parent}
	w.addColumn(b.imports)
	w.tree.disposable = w.tree.disposable || !b.cfg.KeepTree
	w.hooks, w.beginners, w.observer = append(w.hooks, b), append(w.beginners, b), b
	w.plainUCT = false
	w.use(game.HasCellBoard)
	if !b.cfg.Research.TreeOnly {
		w.playByPly("Config.Similarity reads the positions of playouts")
	}
}

// begin implements [beginner].
func (b *similar[S, A]) begin(*simulation[S, A]) {
	b.positions, b.cells, b.players, b.signatures = 0, b.cells[:0], b.players[:0], b.signatures[:0]
	if b.observer != nil {
		b.observer.Begin()
	}
}

// observe implements [observer]. The signature of the position is made later, together with others:
// reading cells right after they are written waits for the writes.
func (b *similar[S, A]) observe(s *S) {
	before := len(b.cells)
	b.cells = b.w.Cells.AppendCells(b.cells, s)
	b.positions++
	if b.turns != nil {
		b.players = append(b.players, b.w.ToMove(s))
	}
	if b.observer != nil {
		b.observer.Pass(b.cells[before:])
	}
}

// encode makes the signatures of all positions observed so far.
func (b *similar[S, A]) encode() {
	if len(b.cells) != b.positions*b.size {
		panic(fmt.Sprintf("mcts: AppendCells of %T appended %d cells for %d positions, want %d for each", b.w.Cells, len(b.cells), b.positions, b.size))
	}
	if b.turns == nil {
		b.signatures = similarity.AppendSignatures(b.signatures, b.signature, b.cells[len(b.signatures)*b.size:], b.size)
		return
	}
	for i := len(b.signatures); i < b.positions; i++ {
		b.signatures = append(b.signatures, b.turns.EncodeTurn(b.cells[i*b.size:][:b.size], b.players[i]))
	}
}

// selected implements [hook]: a new node imports statistics.
func (b *similar[S, A]) selected(sim *simulation[S, A]) error {
	b.inTree, b.fresh = b.positions, false
	if n := len(sim.path); n > 0 {
		c, i := b.w.tree.at(sim.path[n-1].slot)
		b.fresh = c.stats[i].Visits == 0
	}
	if b.fresh && !b.cfg.Research.StoreFirst {
		b.encode()
		b.importInto(sim)
	}
	return nil
}

// backedUp implements [hook]: the positions of the simulation are stored.
func (b *similar[S, A]) backedUp(sim *simulation[S, A]) error {
	if b.encode(); b.cfg.Research.TreeOnly {
		b.signatures = b.signatures[:b.inTree]
	}
	b.known.Store(b.signatures, sim.returns)
	if b.observer != nil {
		b.observer.Keep(b.signatures[:b.inTree])
	}
	if b.fresh && b.cfg.Research.StoreFirst {
		b.importInto(sim)
	}
	for _, e := range sim.path {
		b.imports.update(e.slot)
	}
	return nil
}

// importInto gives the node at the end of the path the statistics of similar positions.
func (b *similar[S, A]) importInto(sim *simulation[S, A]) {
	own, end := b.signatures[b.inTree-1], sim.path[len(sim.path)-1]
	clear(b.sums)
	visits := b.known.Within(own, b.weights, b.sums)
	if b.observer != nil {
		b.observer.Measure(b.known.Near(own, b.cfg.Distance))
	}
	if visits == 0 {
		return
	}
	mean := b.sums[max(0, end.player)] / visits
	if b.cfg.Cap > 0 {
		visits = min(visits, b.cfg.Cap)
	}
	*b.imports.imported.at(end.slot) = policy.Stats{Mean: float32(mean), Visits: uint32(math.Round(min(visits, maxImport)))}
}

// unjudged says why the leaves cannot be judged; see the function of that name.
func (b *similar[S, A]) unjudged() string { return "so is Config.Similarity; want one of them" }

// sharesHidden says why states cannot have hidden parts; see startHidden.
func (b *similar[S, A]) sharesHidden() string {
	return "so is Config.Similarity: cells do not show what is hidden"
}

// prepare implements [hook]. It makes the signature if there is none. Otherwise, if
// the root changed, it applies Research.Forget or Research.Keep.
func (b *similar[S, A]) prepare(rootChanged bool) (err error) {
	if b.signature == nil && b.sampled { // It was loaded.
		if err = b.verifySample(); err == nil {
			err = b.newSignature()
		}
		if err != nil {
			return err
		}
	}
	switch {
	case b.signature == nil:
		b.known.Reset()
		if err = b.takeSample(); err == nil {
			err = b.newSignature()
		}
	case rootChanged && b.cfg.Research.Forget:
		b.known.Reset()
	case rootChanged && b.cfg.Research.Keep > 0 && b.cfg.Research.Keep < 1:
		b.known.Scale(b.cfg.Research.Keep)
	}
	return err
}

// reset implements [hook]: the next Run starts with an empty signature table and a new signature.
func (b *similar[S, A]) reset(seed uint64) {
	b.signature, b.sampled, b.seed = nil, false, rng.Mix(seed)
}
