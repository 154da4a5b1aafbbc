package spec

import (
	"strconv"
	"time"

	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/similarity"
	"github.com/banyan-go/banyan/similarity/research"
)

// similarity reads how statistics are shared between similar positions.
func (r *reader) similarity() *mcts.Similarity {
	s := &mcts.Similarity{}
	auto := false
	switch r.word("similarity", "no", "appearance", "huffman", "random", "opponents", "auto") {
	case "no":
		return nil
	case "appearance":
		s.Encoder = similarity.Appearance{}
	case "huffman":
		s.Encoder = similarity.Huffman{}
	case "random":
		s.Encoder = similarity.Random{Bits: r.whole("bits")}
	case "opponents":
		s.Encoder = similarity.Opponents{}
	case "auto":
		s.Encoder, auto = similarity.Huffman{}, true
	}
	if !auto {
		distance, _ := r.number("distance", 0, similarity.MaxDistance)
		if s.Distance = int(distance); float64(s.Distance) != distance {
			r.fail("distance", strconv.FormatFloat(distance, 'g', -1, 64), "a whole number")
		}
	}
	if factor := r.positive("importweight"); factor > 0 {
		s.Weight = similarity.Falling{F: factor}
	}
	s.Cap = r.positive("importcap")
	s.Research.TreeOnly = r.word("store", "all", "tree") == "tree"
	s.Research.StoreFirst = r.word("lookup", "before", "after") == "after"
	s.Research.Forget = r.word("lifetime", "game", "move") == "move"
	if !s.Research.Forget {
		s.Research.Keep = r.upTo(1, "keep")
	}
	s.Research.Parent = map[string]similarity.ParentCount{
		"real": similarity.OwnVisits, "own": similarity.OwnImports, "children": similarity.ChildImports,
	}[r.word("parent", "real", "own", "children")]
	s.MaxSignatures = r.whole("maxentries")
	return s
}

// trials reads the trials that choose the distance of similarity=auto. It returns nil for other
// players.
func (r *reader) trials() *research.Trials {
	if r.own["similarity"] != "auto" && (r.own["similarity"] != "" || r.defaults["similarity"] != "auto") {
		return nil
	}
	t := &research.Trials{Simulations: r.whole("trials")}
	if value, ok := r.text("trialtime"); ok {
		d, err := time.ParseDuration(value)
		if err != nil || d <= 0 {
			r.fail("trialtime", value, "a time like 100ms or 2s")
		}
		t.Time = d
	}
	return t
}
