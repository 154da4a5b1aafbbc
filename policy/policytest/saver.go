package policytest

import (
	"bytes"
	"slices"

	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/policy"
)

// restored saves a policy and returns a new one with what it has learned, and whether the policy
// can be saved.
func (l live) restored(t *rapid.T, p policy.Playout, info policy.Info) (again live, ok bool) {
	s, ok := l.Chooser.(policy.Saver)
	if !ok {
		return live{}, false
	}
	data := appendLearned(t, s)
	again = newLive(t, p, info)
	other, ok := again.Chooser.(policy.Saver)
	if !ok {
		failf(t, "save", "New makes a %T, which is a Saver, and a %T, which is none", s, other)
	}
	read := slices.Clone(data)
	if err := other.UnmarshalBinary(read); err != nil {
		failf(t, "save", "UnmarshalBinary of what AppendBinary has appended: %v", err)
	}
	clear(read)
	if saved := appendLearned(t, other); !bytes.Equal(saved, data) {
		failf(t, "save", "AppendBinary appends %x, and after UnmarshalBinary of that %x", data, saved)
	}
	distrusts(t, p, info, data)
	return again, true
}

// distrusts lets new policies read data that is cut off, or of which a byte is another. They may
// take it for good or not, but they must not panic.
func distrusts(t *rapid.T, p policy.Playout, info policy.Info, data []byte) {
	if len(data) == 0 {
		return
	}
	at := rapid.IntRange(0, len(data)-1).Draw(t, "damaged byte")
	other := slices.Clone(data)
	other[at] = rapid.Byte().Draw(t, "damage")
	for _, damaged := range [][]byte{data[:at], other} {
		l := newLive(t, p, info)
		if s, ok := l.Chooser.(policy.Saver); ok && s.UnmarshalBinary(damaged) == nil {
			l.choose(t, Choices(info).Draw(t, "choice after damage"))
			l.learn(t, Traces(info).Draw(t, "simulation after damage"))
			appendLearned(t, s)
		}
	}
}

func appendLearned(t rapid.TB, s policy.Saver) []byte {
	t.Helper()
	const prefix = "before"
	data, err := s.AppendBinary([]byte(prefix))
	if err != nil {
		failf(t, "save", "AppendBinary: %v", err)
	}
	if !bytes.HasPrefix(data, []byte(prefix)) {
		failf(t, "save", "AppendBinary makes %q of %q, want it to append", data, prefix)
	}
	return data[len(prefix):]
}
