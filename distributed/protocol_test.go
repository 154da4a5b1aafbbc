package distributed

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// exact decodes an example and encodes it again: it must have every field, and no other one.
func exact[T any](t *testing.T, name, text string) {
	t.Helper()
	var v T
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&v), name)
	requireFields(t, name, reflect.ValueOf(v))
	require.JSONEq(t, text, string(encode(v)), name)
}

// requireFields requires that all fields are set that may be left out.
func requireFields(t *testing.T, path string, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Slice:
		require.NotZero(t, v.Len(), path)
		requireFields(t, path, v.Index(0))
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if strings.Contains(string(f.Tag), "omitempty") {
				require.False(t, v.Field(i).IsZero(), "%s.%s", path, f.Name)
			}
			if f.IsExported() {
				requireFields(t, path+"."+f.Name, v.Field(i))
			}
		}
	}
}

// TestDocumentedMessages reads the examples of docs/internals/protocol.md.
func TestDocumentedMessages(t *testing.T) {
	page, err := os.ReadFile("../docs/internals/protocol.md")
	if os.IsNotExist(err) {
		t.Skip("the module is alone")
	}
	require.NoError(t, err)
	kinds := map[string]func(t *testing.T, name, text string){
		"job": exact[job], "result": exact[result], "status": exact[Status], "error": exact[workerError],
		"announcement": exact[announcement], "admission": exact[admission],
	}
	for _, m := range regexp.MustCompile("(?m)^\\*\\*(\\w+)\\*\\*.*(?:\n.+)*\n\n```json\n((?s:.*?))```").FindAllStringSubmatch(string(page), -1) {
		check := kinds[m[1]]
		require.NotNil(t, check, m[1])
		check(t, m[1], m[2])
		delete(kinds, m[1])
	}
	require.Empty(t, kinds, "messages without an example")
}
