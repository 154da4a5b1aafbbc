package spec

import (
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/policy"
)

// atRoot reads the selection of the root, whose parameters follow its name. It is nil if the
// selection s chooses there, too.
func (r *reader) atRoot(s policy.Selection) policy.Selection {
	const kinds = "same, uct/C, puct/C, noise/ALPHA/EPSILON, gumbel/CONSIDERED/VISIT/SCALE, halving/CONSIDERED/VISIT/SCALE"
	value, given := r.text("root")
	if !given {
		return nil
	}
	name, p, ok := parameters(value, 3)
	var root policy.Selection
	switch name {
	case "same":
		ok = ok && p == [3]float64{}
	case "uct":
		root, ok = policy.UCT{C: p[0]}, ok && p[1] == 0 && p[2] == 0
	case "puct":
		root, ok = policy.PUCT{C: p[0]}, ok && p[1] == 0 && p[2] == 0
	case "noise":
		noise := policy.DirichletNoise{Alpha: p[0], Epsilon: p[1]}
		if policy.NeedsOf(s).Has(policy.NeedPriors) {
			noise.Selection = s
		}
		root, ok = noise, ok && p[2] == 0
	case "gumbel", "halving":
		root = policy.Gumbel{Considered: int(p[0]), CVisit: p[1], CScale: p[2], NoNoise: name == "halving"}
		ok = ok && p[0] == float64(int(p[0]))
	default:
		ok = false
	}
	if v, isValidator := root.(policy.Validator); ok && isValidator {
		ok = v.Validate() == nil
	}
	if !ok {
		r.fail("root", value, "one of "+kinds+", with positive numbers or none")
		return nil
	}
	return root
}

// parameters reads NAME/NUMBER/..., with up to most positive numbers.
func parameters(value string, most int) (name string, numbers [3]float64, ok bool) {
	parts := strings.Split(value, "/")
	if len(parts) > 1+most {
		return parts[0], numbers, false
	}
	for i, part := range parts[1:] {
		x, err := strconv.ParseFloat(part, 64)
		if err != nil || !(x > 0 && x <= 1e9) {
			return parts[0], numbers, false
		}
		numbers[i] = x
	}
	return parts[0], numbers, true
}

// final reads how the final action is chosen.
func (r *reader) final() policy.Final {
	value, given := r.text("final")
	name, p, ok := parameters(value, 1)
	switch {
	case !given:
		return nil
	case ok && name == "temperature":
		return policy.Temperature{T: p[0]}
	}
	finals := map[string]policy.Final{
		"robust": policy.RobustChild{}, "best": policy.BestLine{}, "max": policy.MaxChild{}, "maxrobust": policy.MaxRobustChild{}, "secure": policy.SecureChild{},
	}
	if finals[value] == nil {
		r.fail("final", value, "one of robust (the most visited, the limit of a small temperature), best, max, maxrobust, secure, temperature/T")
	}
	return finals[value]
}
