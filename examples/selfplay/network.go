package main

import (
	"context"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/rng"
)

// outputs are the logits of the columns, for the policy, and of a win of the player to move, for
// the value.
const outputs = columns + 1

// network is a fully connected network with rectified linear units. The last layer is linear. A
// network that is not trained may be used by several goroutines.
type network struct {
	widths  []int     // of all layers, from the inputs to the outputs
	weights []float32 // of all layers: for each its matrix, input by output, and its biases
}

// newNetwork returns a network with random weights ("Delving Deep into Rectifiers", ICCV 2015). The
// weights of the last layer are 0: it begins with equal priors and values of 1/2.
func newNetwork(hidden []int, r *rng.Rand) network {
	n := network{widths: append(append([]int{inputs}, hidden...), outputs)}
	for l := range n.layers() {
		in, out := n.widths[l], n.widths[l+1]
		scale := math.Sqrt(2 / float64(in))
		if l == n.layers()-1 {
			scale = 0
		}
		for range in * out {
			n.weights = append(n.weights, float32(scale*normal(r)))
		}
		n.weights = append(n.weights, make([]float32, out)...)
	}
	return n
}

// normal returns a number with the standard normal distribution (Box and Muller, 1958).
func normal(r *rng.Rand) float64 {
	return math.Sqrt(-2*math.Log(1-r.Float64())) * math.Cos(2*math.Pi*r.Float64())
}

// layers returns the number of layers with weights.
func (n network) layers() int { return len(n.widths) - 1 }

// validate reports a network that does not fit this program.
func (n network) validate() error {
	if len(n.widths) < 2 || n.widths[0] != inputs || n.widths[n.layers()] != outputs {
		return fmt.Errorf("a network of widths %v, want %d inputs and %d outputs", n.widths, inputs, outputs)
	}
	size := 0
	for l := range n.layers() {
		if n.widths[l] < 1 {
			return fmt.Errorf("a network of widths %v, want at least 1", n.widths)
		}
		size += (n.widths[l] + 1) * n.widths[l+1]
	}
	if len(n.weights) != size {
		return fmt.Errorf("a network of widths %v with %d weights, want %d", n.widths, len(n.weights), size)
	}
	for i, w := range n.weights {
		if v := float64(w); math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("weight %d of the network is %v", i, w)
		}
	}
	return nil
}

// layer is a part of the weights, or of their gradient.
type layer struct {
	matrix blas32.General // input by output
	bias   []float32
}

// layerOf returns layer l of weights, which may be a gradient.
func (n network) layerOf(weights []float32, l int) layer {
	at := 0
	for i := range l {
		at += (n.widths[i] + 1) * n.widths[i+1]
	}
	in, out := n.widths[l], n.widths[l+1]
	return layer{matrix(weights[at:], in, out), weights[at+in*out:][:out]}
}

// matrix returns the first numbers of data as a matrix.
func matrix(data []float32, rows, cols int) blas32.General {
	return blas32.General{Rows: rows, Cols: cols, Stride: cols, Data: data[:rows*cols]}
}

// pass is the memory of a pass through the network. It belongs to one goroutine.
type pass struct {
	layers []layer          // of the network
	values []blas32.General // of the inputs and of every layer, a row per position
}

// newPass returns the memory for passes through n. It reads the weights of n at every pass.
func newPass(n network) *pass {
	p := &pass{values: make([]blas32.General, len(n.widths))}
	for l := range n.layers() {
		p.layers = append(p.layers, n.layerOf(n.weights, l))
	}
	return p
}

// resize makes room for a batch and returns the row of inputs of each position.
func (p *pass) resize(batch int) blas32.General {
	for l := range p.values {
		width := inputs
		if l > 0 {
			width = p.layers[l-1].matrix.Cols
		}
		if data := p.values[l].Data; cap(data) < batch*width {
			p.values[l] = matrix(make([]float32, batch*width), batch, width)
		} else {
			p.values[l] = matrix(data[:batch*width], batch, width)
		}
	}
	return p.values[0]
}

// forward computes the outputs, a row for each position. They are valid until the next pass.
func (p *pass) forward() blas32.General {
	for l, layer := range p.layers {
		out := p.values[l+1]
		for i := range out.Rows {
			copy(row(out, i), layer.bias)
		}
		multiply(p.values[l], layer.matrix, out)
		if l < len(p.layers)-1 {
			for i, v := range out.Data {
				out.Data[i] = max(v, 0)
			}
		}
	}
	return p.values[len(p.layers)]
}

// multiply adds a*b to c. A product as small as these parts is made by the calling goroutine:
// gonum would start others, while the games keep every processor busy already.
func multiply(a, b, c blas32.General) {
	const part = 64
	for i := 0; i < a.Rows; i += part {
		for j := 0; j < b.Cols; j += 3 * part {
			height, width := min(part, a.Rows-i), min(3*part, b.Cols-j)
			blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, view(a, i, 0, height, a.Cols), view(b, 0, j, b.Rows, width),
				1, view(c, i, j, height, width))
		}
	}
}

// view returns the part of m that begins at row i and column j.
func view(m blas32.General, i, j, rows, cols int) blas32.General {
	from := i*m.Stride + j
	return blas32.General{Rows: rows, Cols: cols, Stride: m.Stride, Data: m.Data[from : from+(rows-1)*m.Stride+cols]}
}

// row returns row i of m.
func row(m blas32.General, i int) []float32 { return m.Data[i*m.Stride:][:m.Cols] }

// backward adds the gradient of the loss to the gradient of the weights. slope is the derivative of
// the loss by every output of the last forward pass.
func (p *pass) backward(n network, slope blas32.General, gradient []float32) {
	for l := len(p.layers) - 1; l >= 0; l-- {
		to, in := n.layerOf(gradient, l), p.values[l]
		blas32.Gemm(blas.Trans, blas.NoTrans, 1, in, slope, 1, to.matrix)
		for i := range slope.Rows {
			for j, v := range row(slope, i) {
				to.bias[j] += v
			}
		}
		if l == 0 {
			return
		}
		below := matrix(make([]float32, in.Rows*in.Cols), in.Rows, in.Cols)
		blas32.Gemm(blas.NoTrans, blas.Trans, 1, slope, p.layers[l].matrix, 0, below)
		for i, v := range in.Data {
			if v <= 0 {
				below.Data[i] = 0
			}
		}
		slope = below
	}
}

// sigmoid returns the probability with the logit x.
func sigmoid(x float32) float64 { return 1 / (1 + math.Exp(-float64(x))) }

// softmax turns logits into probabilities.
func softmax(logits []float32) {
	top, sum := logits[0], float32(0)
	for _, x := range logits {
		top = max(top, x)
	}
	for i, x := range logits {
		logits[i] = float32(math.Exp(float64(x - top)))
		sum += logits[i]
	}
	for i := range logits {
		logits[i] /= sum
	}
}

// The types of the game.
type (
	state = connect4.State
	drop  = connect4.Drop
)

// predictor is a network as an [mcts.Predictor]. Several searches may share it.
type predictor struct {
	passes *sync.Pool // of *pass
	equal  bool       // gives equal priors, so that only the values are the network's
}

// newPredictor returns a predictor of n. It reads the weights of n at every pass.
func newPredictor(n network) *predictor {
	return &predictor{passes: &sync.Pool{New: func() any { return newPass(n) }}}
}

// Predict implements [mcts.Predictor]: the whole batch goes through the network in one pass.
func (p *predictor) Predict(_ context.Context, batch []mcts.Position[state, drop]) error {
	pass, _ := p.passes.Get().(*pass)
	defer p.passes.Put(pass)
	in := pass.resize(len(batch))
	for i := range batch {
		newPosition(batch[i].State).encode(row(in, i))
	}
	out := pass.forward()
	for i := range batch {
		at, logits := &batch[i], row(out, i)
		if len(at.Priors) > 0 {
			for k, a := range at.Actions {
				at.Priors[k] = 0
				if !p.equal {
					at.Priors[k] = logits[a]
				}
			}
			softmax(at.Priors)
		}
		if len(at.Values) > 0 {
			at.Values[at.Player] = sigmoid(logits[columns])
			at.Values[1-at.Player] = 1 - at.Values[at.Player]
		}
	}
	return nil
}

// The constants of PUCT, for returns in [0,1] and the values of a network.
var puct = policy.PUCT{C: 1, FPU: 0.2}

// config returns the search with p.
func (p *predictor) config() mcts.Config {
	return mcts.Config{Selection: puct, Prediction: &mcts.Prediction{Source: p}}
}
