package spec

import (
	"strconv"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity"
)

// similarity reads how statistics are shared between similar positions.
func (r *reader) similarity() *mcts.Similarity {
	s := &mcts.Similarity{}
	switch r.word("similarity", "no", "appearance", "huffman", "random") {
	case "no":
		return nil
	case "appearance":
		s.Encoder = similarity.Appearance{}
	case "huffman":
		s.Encoder = similarity.Huffman{}
	case "random":
		s.Encoder = similarity.Random{Bits: r.whole("bits")}
	}
	distance, _ := r.number("distance", 0, similarity.MaxDistance)
	if s.Distance = int(distance); float64(s.Distance) != distance {
		r.fail("distance", strconv.FormatFloat(distance, 'g', -1, 64), "a whole number")
	}
	if factor := r.positive("importweight"); factor > 0 {
		s.Weight = similarity.Falling{F: factor}
	}
	s.Cap = r.positive("importcap")
	s.TreeOnly = r.word("store", "all", "tree") == "tree"
	s.StoreFirst = r.word("lookup", "before", "after") == "after"
	s.Forget = r.word("lifetime", "game", "move") == "move"
	if !s.Forget {
		s.Keep = r.share("keep")
	}
	s.Parent = map[string]mcts.ParentCount{
		"real": mcts.Simulations, "own": mcts.OwnImports, "children": mcts.ChildImports,
	}[r.word("parent", "real", "own", "children")]
	s.KeepTree = r.flag("keeptree")
	s.MaxEntries = r.whole("maxentries")
	return s
}
