package bundled

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/banyan-go/banyan/console/match"
)

// Trials are the figures of trials of position similarity in their stored form.
type Trials struct {
	Game        string    `json:"game"`
	Codes       string    `json:"codes"`       // the encoder of signatures
	Simulations int       `json:"simulations"` // of each move
	Games       int       `json:"games"`
	Plies       int       `json:"plies"` // of each game, at most
	Seed        uint64    `json:"seed"`
	Mean        float64   `json:"mean"`       // of the distances in the tree
	Spread      float64   `json:"spread"`     // the mean of Deviations
	Advice      int       `json:"advice"`     // the distance of signatures that the figures advise
	Shares      []float64 `json:"shares"`     // of the positions at each distance in the tree
	Deviations  []float64 `json:"deviations"` // of the shares, over the games

	Bits  int     `json:"bits,omitempty"`  // of random signatures; 0 for the default
	Hits  float64 `json:"hits,omitempty"`  // the share of new nodes that find similar positions
	Found float64 `json:"found,omitempty"` // the mean number of positions that a new node finds

	Random *Shape `json:"random,omitempty"` // what random games are like
}

// ReadTrials reads Trials from a file.
func ReadTrials(path string) (t Trials, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return t, err
	}
	if err := json.Unmarshal(text, &t); err != nil {
		return t, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// WriteTrials writes Trials to a file for ReadTrials.
func WriteTrials(path string, t Trials) error { return match.WriteJSONFile(path, t) }
