package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// trialPlot is a plot of the numbers of trials, with a curve for each game.
type trialPlot struct {
	file, title, x, y string
	right             float64 // end of the horizontal axis
	falling           bool    // the legend has room at the lower left

	// curve returns the points of a game and the height of its dashed line; it has no points if
	// there are no numbers, and no line at height 0.
	curve func(folder, short string) (points plotter.XYs, line float64, err error)
}

// trialPlots are Figures 9 to 11 of the paper, the same for trials of 250 simulations, and Figure
// 7.
var trialPlots = []trialPlot{
	distancePlot("random", "real"), distancePlot("appearance", "real"), distancePlot("huffman", "real"),
	distancePlot("huffman", "250"),
	{
		file: "similar-retrieval.svg", title: "Random signatures (dashed: Huffman codes)",
		x: "bits of a random signature", y: "share of new nodes that import", right: 24, falling: true, curve: retrieval,
	},
}

// distancePlot returns the plot of the shares of the distances in the tree for a signature.
func distancePlot(codes, kind string) trialPlot {
	file, title := "similar-distances-"+codes, "Signatures: "+codes
	if kind != "real" {
		file, title = file+"-"+kind, title+", trials of "+kind+" simulations"
	}
	return trialPlot{
		file: file + ".svg", title: title, x: "moves apart in the tree", y: "share of similar positions", right: 24,
		curve: func(folder, short string) (points plotter.XYs, _ float64, err error) {
			t, _, err := readTrials(folder, short, codes, kind)
			for d, share := range t.Shares[:min(len(t.Shares), 25)] {
				points = append(points, plotter.XY{X: float64(d), Y: share})
			}
			return points, 0, err
		},
	}
}

// randomBits are the lengths of random signatures that the paper compares.
var randomBits = []int{16, 18, 20, 22, 24}

// retrieval returns the share of new nodes that find similar positions, by the length of a random
// signature, and that with Huffman codes.
func retrieval(folder, short string) (points plotter.XYs, line float64, err error) {
	for _, bits := range randomBits {
		t, ok, err := readTrials(folder, short, fmt.Sprint("random", bits), "250")
		if err != nil {
			return nil, 0, err
		}
		if ok {
			points = append(points, plotter.XY{X: float64(bits), Y: t.Hits})
		}
	}
	t, _, err := readTrials(folder, short, "huffman", "250")
	return points, t.Hits, err
}

// drawTrials writes the plots of trials to a folder.
func (p page) drawTrials(folder string) error {
	for _, c := range trialPlots {
		if err := p.drawTrial(c, filepath.Join(folder, c.file)); err != nil {
			return err
		}
	}
	return nil
}

func (p page) drawTrial(c trialPlot, path string) error {
	canvas := plot.New()
	canvas.Title.Text, canvas.X.Label.Text, canvas.Y.Label.Text = c.title, c.x, c.y
	canvas.X.Max, canvas.Y.Min = c.right, 0
	canvas.Add(plotter.NewGrid())
	for i, g := range similarGames {
		points, height, err := c.curve(p.folder, g.short)
		if err != nil {
			return err
		}
		if len(points) == 0 {
			continue
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		color := colors[i%len(colors)]
		line.Color, dots.Color, dots.Shape = color, color, draw.CircleGlyph{}
		if i >= len(colors) {
			line.Dashes = []vg.Length{vg.Points(4), vg.Points(2)}
		}
		canvas.Add(line, dots)
		canvas.Legend.Add(titles[g.game], line, dots)
		if height > 0 {
			flat := plotter.NewFunction(func(float64) float64 { return height })
			flat.Color, flat.Dashes = color, []vg.Length{vg.Points(2), vg.Points(2)}
			canvas.Add(flat)
		}
	}
	canvas.Legend.Top, canvas.Legend.Left, canvas.Legend.Padding = !c.falling, c.falling, vg.Millimeter
	return canvas.Save(14*vg.Centimeter, 9*vg.Centimeter, path)
}

// retrievals returns the table of the mean number of positions that a new node imports from, by the
// length of a random signature and with Huffman codes.
func (p page) retrievals() (string, error) {
	columns, signatures := []string{"game"}, []string{}
	for _, bits := range randomBits {
		columns, signatures = append(columns, fmt.Sprintf("%d bits", bits)), append(signatures, fmt.Sprint("random", bits))
	}
	columns, signatures = append(columns, "huffman"), append(signatures, "huffman")
	lines := heading(columns)
	for _, g := range similarGames {
		cells := []string{titles[g.game]}
		for _, codes := range signatures {
			t, ok, err := readTrials(p.folder, g.short, codes, "250")
			if err != nil {
				return "", err
			}
			cell := ""
			if ok {
				cell = fmt.Sprintf("%.1f", t.Found)
			}
			cells = append(cells, cell)
		}
		lines = append(lines, row(cells...))
	}
	return strings.Join(lines, "\n"), nil
}
