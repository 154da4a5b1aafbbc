package main

import (
	"crypto/sha256"
	"fmt"
	"strings"

	rulesheets "github.com/banyan-go/banyan/gdl/sheets"
)

// rules returns the SHA-256 of the rule sheet or of the deck of an experiment in hexadecimal
// digits, so that its results and its journal are not taken for those of another sheet or deck. It
// is empty for other games.
func (e experiment) rules() (string, error) {
	var text []byte
	if d, own := findDeck(e.game); own {
		text = []byte(d.text())
	} else if file, ok := strings.CutPrefix(e.game, sheetPrefix); ok {
		var err error
		if text, err = rulesheets.Files.ReadFile(file); err != nil {
			return "", fmt.Errorf("rule sheet: %w", err)
		}
	} else {
		return "", nil
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), nil
}
