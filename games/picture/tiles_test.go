package picture_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/picture"
)

// Tiles are drawn where they are, the first row at the bottom unless rows count from the top. A
// place without a color is left out.
func TestTiles(t *testing.T) {
	tiles := picture.Tiles{Width: 2, Height: 3, Tile: func(column, row int) (text, color string) {
		switch {
		case column == 1 && row == 0:
			return "<8>", "red"
		case column == 0:
			return "16384", "blue"
		}
		return "nothing", ""
	}}
	all := read(t, tiles.SVG())
	require.Equal(t, drawn{squares: 4, texts: []string{"16384", "16384", "16384", "<8>"}}, all)
	require.Contains(t, tiles.SVG(), `<rect x="60" y="116" width="52" height="52" rx="4" fill="red"/><text x="86" y="142" font-size="24"`)
	tiles.FromTop = true
	require.Contains(t, tiles.SVG(), `<rect x="60" y="4" width="52" height="52" rx="4" fill="red"/>`)
	require.Contains(t, tiles.SVG(), `font-size="14" fill="#22262b">16384</text>`)
	require.Contains(t, tiles.SVG(), `width="116" height="172" `)
	tiles.Caption = "5 < 6"
	require.Contains(t, tiles.SVG(), `width="116" height="196" `)
	require.Contains(t, tiles.SVG(), `<text x="58" y="184" font-size="14" fill="#22262b">5 &lt; 6</text></svg>`)
}
