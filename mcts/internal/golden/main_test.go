package golden_test

import (
	"testing"

	"github.com/banyan-go/banyan/internal/testkit"
)

func TestMain(m *testing.M) {
	testkit.CollectSeldom()
	m.Run()
}
