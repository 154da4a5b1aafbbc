package tune

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/banyan-go/banyan/mcts"
)

// Source returns cfg as an expression in Go, such as
//
//	mcts.Config{
//		Selection: policy.UCT{C: 0.3},
//		Solver:    &mcts.Solver{Probe: true},
//	}
//
// Fields that are zero are left out, and so are Seed and Clock. A strategy that is a
// [fmt.GoStringer] is written as it says. Source returns an error if another one has fields that a
// text cannot set: functions, and fields that are not exported.
func Source(cfg mcts.Config) (string, error) {
	cfg.Seed, cfg.Clock = 0, nil
	v := reflect.ValueOf(cfg)
	var lines []string
	width := 0
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			width = max(width, len(v.Type().Field(i).Name)+1)
		}
	}
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			continue
		}
		name := v.Type().Field(i).Name
		text, err := literal(v.Field(i))
		if err != nil {
			return "", fmt.Errorf("tune: Config.%s: %w", name, err)
		}
		lines = append(lines, fmt.Sprintf("\t%-*s %s,\n", width, name+":", text))
	}
	if len(lines) == 0 {
		return "mcts.Config{}", nil
	}
	return "mcts.Config{\n" + strings.Join(lines, "") + "}", nil
}

// literal returns an expression for v.
func literal(v reflect.Value) (string, error) {
	if s, ok := v.Interface().(fmt.GoStringer); ok {
		return s.GoString(), nil
	}
	switch v.Kind() {
	case reflect.Interface:
		return literal(v.Elem())
	case reflect.Pointer:
		text, err := literal(v.Elem())
		return "&" + text, err
	case reflect.Struct:
		return structLiteral(v)
	case reflect.Slice:
		return sliceLiteral(v)
	case reflect.Float64, reflect.Float32:
		if v.Float() == math.SmallestNonzeroFloat64 {
			return "math.SmallestNonzeroFloat64", nil
		}
		return strconv.FormatFloat(v.Float(), 'g', -1, 64), nil
	case reflect.Bool:
		return strconv.FormatBool(v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if v.Type() == reflect.TypeFor[time.Duration]() {
			return fmt.Sprintf("%d * time.Nanosecond", v.Int()), nil
		}
		return numberLiteral(v, strconv.FormatInt(v.Int(), 10)), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return numberLiteral(v, strconv.FormatUint(v.Uint(), 10)), nil
	}
	return "", fmt.Errorf("there is no text for a %s", v.Type())
}

// numberLiteral returns an integer as it is written in an expression of any type.
func numberLiteral(v reflect.Value, digits string) string {
	if v.Type().PkgPath() == "" {
		return digits
	}
	return v.Type().String() + "(" + digits + ")"
}

func structLiteral(v reflect.Value) (string, error) {
	var parts []string
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if v.Field(i).IsZero() {
			continue
		}
		if !f.IsExported() {
			return "", fmt.Errorf("there is no text for a %s, whose field %s is not exported", v.Type(), f.Name)
		}
		text, err := literal(v.Field(i))
		if err != nil {
			return "", err
		}
		parts = append(parts, f.Name+": "+text)
	}
	return v.Type().String() + "{" + strings.Join(parts, ", ") + "}", nil
}

func sliceLiteral(v reflect.Value) (string, error) {
	var parts []string
	for i := range v.Len() {
		text, err := literal(v.Index(i))
		if err != nil {
			return "", err
		}
		parts = append(parts, text)
	}
	return v.Type().String() + "{" + strings.Join(parts, ", ") + "}", nil
}
