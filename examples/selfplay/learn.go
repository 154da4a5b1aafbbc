package main

import (
	"math"

	"gonum.org/v1/gonum/blas/blas32"

	"github.com/banyan-go/banyan/rng"
)

// batchSize is the number of samples of a step of training.
const batchSize = 256

// trainer improves a network by the method Adam (Kingma and Ba, "Adam: A Method for Stochastic
// Optimization", ICLR 2015). Its exported fields are its state.
type trainer struct {
	Mean, Square []float32 // running means of the gradient and of its square
	Steps        int

	net      network // changed by every step
	pass     *pass
	gradient []float32
}

// newTrainer returns a trainer of n at its first step.
func newTrainer(n network) *trainer {
	t := &trainer{Mean: make([]float32, len(n.weights)), Square: make([]float32, len(n.weights))}
	t.prepare(n)
	return t
}

// prepare makes the memory of a trainer whose state is given.
func (t *trainer) prepare(n network) {
	t.net, t.pass, t.gradient = n, newPass(n), make([]float32, len(n.weights))
}

// losses are the mean cross entropies of a batch.
type losses struct{ policy, value float64 }

// learn makes a step for each random batch of samples and returns the mean losses.
func (t *trainer) learn(samples []sample, steps int, rate float64, r *rng.Rand) (mean losses) {
	batch := make([]sample, batchSize)
	for range steps {
		for i := range batch {
			batch[i] = samples[r.IntN(len(samples))]
			if r.IntN(2) == 1 {
				batch[i] = batch[i].mirror()
			}
		}
		l := t.step(batch, rate)
		mean.policy += l.policy / float64(steps)
		mean.value += l.value / float64(steps)
	}
	return mean
}

// mirror returns the sample with left and right exchanged.
func (s sample) mirror() sample {
	p := position{s.Own, s.Other}.mirror()
	m := sample{Own: p.own, Other: p.other, Value: s.Value}
	for c, visits := range s.Visits {
		m.Visits[columns-1-c] = visits
	}
	return m
}

// step changes the weights by the gradient of a batch.
func (t *trainer) step(batch []sample, rate float64) losses {
	clear(t.gradient)
	l := t.pass.loss(t.net, batch, t.gradient)
	const decay1, decay2, epsilon = 0.9, 0.999, 1e-8
	t.Steps++
	rate *= math.Sqrt(1-math.Pow(decay2, float64(t.Steps))) / (1 - math.Pow(decay1, float64(t.Steps)))
	for i, g := range t.gradient {
		t.Mean[i] += (1 - decay1) * (g - t.Mean[i])
		t.Square[i] += (1 - decay2) * (g*g - t.Square[i])
		t.net.weights[i] -= float32(rate) * t.Mean[i] / (float32(math.Sqrt(float64(t.Square[i]))) + epsilon)
	}
	return l
}

// loss returns the losses of a batch and adds the gradient of their sum to gradient.
func (p *pass) loss(n network, batch []sample, gradient []float32) (l losses) {
	in := p.resize(len(batch))
	for i, s := range batch {
		position{s.Own, s.Other}.encode(row(in, i))
	}
	out := p.forward()
	slope := blas32.General{Rows: out.Rows, Cols: out.Cols, Stride: out.Stride, Data: make([]float32, len(out.Data))}
	for i := range batch {
		one := batch[i].loss(row(out, i), row(slope, i))
		l.policy += one.policy / float64(len(batch))
		l.value += one.value / float64(len(batch))
	}
	for i := range slope.Data {
		slope.Data[i] /= float32(len(batch))
	}
	p.backward(n, slope, gradient)
	return l
}

// loss returns the losses of one sample and writes their derivative by the outputs to slope. The
// derivative of a cross entropy by the logits is the prediction minus the target. Full columns have
// no probability.
func (s *sample) loss(out, slope []float32) (l losses) {
	full := position{s.Own, s.Other}.full()
	sum, top, visits := 0.0, math.Inf(-1), 0.0
	for c := range columns {
		if !full[c] {
			top = max(top, float64(out[c]))
			visits += float64(s.Visits[c])
		}
	}
	for c := range columns {
		if !full[c] {
			sum += math.Exp(float64(out[c]) - top)
		}
	}
	for c := range columns {
		if full[c] {
			continue
		}
		target, logarithm := float64(s.Visits[c])/visits, float64(out[c])-top-math.Log(sum)
		l.policy -= target * logarithm
		slope[c] = float32(math.Exp(logarithm) - target)
	}
	target, logit := float64(s.Value), float64(out[columns])
	l.value = math.Log1p(math.Exp(-math.Abs(logit))) + max(logit, 0) - target*logit
	slope[columns] = float32(sigmoid(out[columns]) - target)
	return l
}

// full reports which columns are full.
func (p position) full() (full [columns]bool) {
	for c := range columns {
		full[c] = (p.own|p.other)>>(c*rows+rows-1)&1 != 0
	}
	return full
}
