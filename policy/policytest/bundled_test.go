package policytest_test

import (
	"testing"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/policy/policytest"
)

// The strategies of the library fulfil the laws.
func TestBundledStrategies(t *testing.T) {
	for name, s := range map[string]policy.Selection{
		"UCT":             policy.UCT{},
		"UCT without C":   policy.UCT{C: 1e-9},
		"UCB1Tuned":       policy.UCB1Tuned{},
		"PUCT":            policy.PUCT{},
		"GRAVE":           policy.GRAVE{},
		"RAVE":            policy.RAVE{},
		"ImplicitMinimax": policy.ImplicitMinimax{},
		"Widening":        policy.Widening{},
		"Widening, PUCT":  policy.Widening{Selection: policy.PUCT{}},
		"Exp3":            policy.Exp3{},
		"RegretMatching":  policy.RegretMatching{},
		"DirichletNoise":  policy.DirichletNoise{},
		"Gumbel":          policy.Gumbel{},
	} {
		t.Run(name, func(t *testing.T) { policytest.Selection(t, s) })
	}
	for name, p := range map[string]policy.Playout{
		"Uniform":   policy.Uniform{},
		"MAST":      policy.MAST{},
		"Gibbs":     policy.MAST{Rule: policy.Gibbs{}},
		"NST":       policy.NST{},
		"LGRF":      policy.LGRF{},
		"LGRF, NST": policy.LGRF{Fallback: policy.NST{}},
		"Mix":       policy.Mix{P: 0.5, First: policy.MAST{}},
		"Adaptive":  policy.Adaptive{},
	} {
		t.Run(name, func(t *testing.T) { policytest.Playout(t, p) })
	}
	for name, b := range map[string]policy.Backup{
		"Average":      policy.Average{},
		"PlyDiscount":  policy.PlyDiscount{},
		"TurnDiscount": policy.TurnDiscount{},
	} {
		t.Run(name, func(t *testing.T) { policytest.Backup(t, b) })
	}
	for name, f := range map[string]policy.Final{
		"RobustChild":    policy.RobustChild{},
		"MaxChild":       policy.MaxChild{},
		"MaxRobustChild": policy.MaxRobustChild{},
		"SecureChild":    policy.SecureChild{},
		"Temperature":    policy.Temperature{},
	} {
		t.Run(name, func(t *testing.T) { policytest.Final(t, f) })
	}
	for name, r := range map[string]policy.Rule{
		"EpsilonGreedy": policy.EpsilonGreedy{}, "Gibbs": policy.Gibbs{}, "Greedy": policy.Greedy{},
	} {
		t.Run(name, func(t *testing.T) { policytest.Rule(t, r) })
	}
}

func TestClaims(t *testing.T) {
	symmetric := policytest.Symmetric()
	policytest.Selection(t, policy.UCT{C: 0.5}, policytest.Scales(8, policy.UCT{C: 4}), symmetric)
	policytest.Selection(t, policy.UCB1Tuned{}, symmetric)
	policytest.Final(t, policy.RobustChild{}, policytest.Scales(8, policy.RobustChild{}), symmetric)
	policytest.Final(t, policy.MaxChild{}, policytest.Scales(8, policy.MaxChild{}), symmetric)
	policytest.Final(t, policy.MaxRobustChild{}, policytest.Scales(8, policy.MaxRobustChild{}), symmetric)
	policytest.Final(t, policy.SecureChild{A: 2}, policytest.Scales(8, policy.SecureChild{A: 16}), symmetric)
	policytest.Rule(t, policy.Greedy{}, policytest.Scales(8, policy.Greedy{}), symmetric)
	policytest.Rule(t, policy.EpsilonGreedy{}, policytest.Scales(8, policy.EpsilonGreedy{}), symmetric)
	policytest.Rule(t, policy.Gibbs{Tau: 0.1}, policytest.Scales(8, policy.Gibbs{Tau: 0.8}), symmetric)
	policytest.Claims(t, policy.Average{}, policytest.Scales(8, policy.Average{}), symmetric)
	policytest.Claims(t, policy.PlyDiscount{}, policytest.Scales(8, policy.PlyDiscount{}), symmetric)
	policytest.Claims(t, policy.TurnDiscount{}, policytest.Scales(8, policy.TurnDiscount{}), symmetric)
}
