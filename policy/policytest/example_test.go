package policytest_test

import (
	"testing"

	"github.com/banyan-go/banyan/policy"
	"github.com/banyan-go/banyan/policy/policytest"
)

// Each function is called in a test of the strategy.
func Example() {
	_ = func(t *testing.T) {
		policytest.Selection(t, policy.UCT{C: 0.7}, policytest.Symmetric())
		policytest.Playout(t, policy.MAST{})
		policytest.Final(t, policy.SecureChild{})
		policytest.Backup(t, policy.PlyDiscount{})
	}
}
