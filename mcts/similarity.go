package mcts

import (
	"cmp"
	"errors"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/similar"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/similarity"
)

// Similarity shares statistics between similar positions (Uemiya and Yokoyama, "Towards a
// universally effective utilization of board similarities in General Game Playing"). Every position
// of a simulation gets a signature of 64 bits, and the returns of the simulations are stored by
// signature, before Config.Backup changes them. A new node imports, once, the visits and returns of
// all signatures within a Hamming distance of its signature. Config.Selection sees the sum of a
// child's imported and own statistics. The visits and means of [Node] and [Result] are own
// statistics alone, and so are those that Config.Final decides by.
//
// The game must be a [CellBoard]. Signatures are made at the first Run after New or Reset, from ten
// random games. These begin with the state that the game's method Start() S returns or, without
// that method, with the root of the Run. With [RootParallel], every tree has its own signature
// table.
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
	if s == nil {
		return nil
	}
	r := s.Research
	wrong := when(s.Distance < 0 || s.Distance > similarity.MaxDistance, "Config.Similarity.Distance is %d, want 0..%d", s.Distance, similarity.MaxDistance)
	if wrong == nil {
		_, wrong = similarity.Weights(s.Weight, s.Distance)
	}
	errs := []error{
		when(s.MaxSignatures < 0 || s.MaxSignatures > similarity.MaxSignatures, "Config.Similarity.MaxSignatures is %d, want 0..%d", s.MaxSignatures, similarity.MaxSignatures),
		wrong,
		when(!(s.Cap >= 0), "Config.Similarity.Cap is %v, want >= 0", s.Cap),
		when(!(r.Keep >= 0 && r.Keep <= 1), "Config.Similarity.Research.Keep is %v, want 0..1", r.Keep),
		when(r.Parent < similarity.OwnVisits || r.Parent > similarity.ChildImports, "Config.Similarity.Research.Parent is %d, want OwnVisits, OwnImports or ChildImports", r.Parent),
	}
	if v, ok := s.Encoder.(policy.Validator); ok {
		errs = append(errs, v.Validate())
	}
	return errors.Join(errs...)
}

// addSimilarity prepares the worker for Config.Similarity, if it is set.
func addSimilarity[S any, A comparable](w *worker[S, A], cfg Config) {
	c := cfg.Similarity
	if c == nil {
		return
	}
	weights, _ := similarity.Weights(c.Weight, c.Distance) // validated
	s := similar.New(&w.tree, similar.Config{
		Encoder: cmp.Or[similarity.Encoder](c.Encoder, similarity.Appearance{}), Distance: c.Distance, Weights: weights, Cap: c.Cap, MaxSignatures: c.MaxSignatures,
		Readings: c.Research, Game: w.play.Cells, Sample: func(seed uint64) (similarity.Sample, bool, error) { return w.play.Sample(&w.root, seed) },
	}, cfg.Seed)
	w.known.Similar = s
	w.choose.Add(s.Show)
	w.choose.Ask()
	w.known.Add(s)
	w.play.SetObserver(func(state *S) {
		player := 0
		if s.NeedsPlayers() {
			player = w.play.ToMove(state)
		}
		s.Observe(w.play.Cells.AppendCells(s.Cells(), state), player)
	})
	w.play.Use(game.HasCellBoard)
	if !c.Research.TreeOnly {
		w.play.PlayByPly("Config.Similarity reads the positions of playouts")
	}
}
