package gametest

import (
	"math"
	"reflect"
)

// digest returns a hash of everything that s holds, including what its pointers refer to. The laws
// of copies use it, because they cannot trust a copy made by the game.
func digest[S any](s *S) uint64 { return sum(reflect.ValueOf(s).Elem()) }

// emptyDigest is the digest of nothing: any number but a small one. mix makes 0 of two equal words,
// so that a slice of a 1 would look like an empty one if it were 1.
const emptyDigest = 0x9e3779b97f4a7c15

func sum(v reflect.Value) uint64 {
	d := digester{sum: emptyDigest}
	d.add(v)
	return d.sum
}

type digester struct {
	sum     uint64
	visited map[uintptr]uint64 // for cyclic states
}

// mix is a step of the 64-bit finaliser of MurmurHash3, applied to the sum and one word.
func (d *digester) mix(word uint64) {
	z := (d.sum ^ word) * 0xff51afd7ed558ccd
	d.sum = (z ^ z>>33) * 0xc4ceb9fe1a85ec53
}

func (d *digester) mixString(s string) {
	d.mix(uint64(len(s)))
	for i := range len(s) {
		d.mix(uint64(s[i]))
	}
}

func (d *digester) add(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			d.mix(1)
		} else {
			d.mix(0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		d.mix(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		d.mix(v.Uint())
	case reflect.Float32, reflect.Float64:
		d.mix(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		d.mix(math.Float64bits(real(v.Complex())))
		d.mix(math.Float64bits(imag(v.Complex())))
	case reflect.String:
		d.mixString(v.String())
	default:
		d.addComposite(v)
	}
}

func (d *digester) addComposite(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			d.add(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		d.mix(uint64(v.Len()))
		for i := range v.Len() {
			d.add(v.Index(i))
		}
	case reflect.Map:
		d.addMap(v)
	case reflect.Interface:
		if d.addNil(v) {
			return
		}
		d.mixString(v.Elem().Type().String())
		d.add(v.Elem())
	case reflect.Pointer:
		if !d.addNil(v) && !d.addVisited(v.Pointer()) {
			d.add(v.Elem())
		}
	default: // channels and functions by identity
		d.mix(uint64(v.Pointer()))
	}
}

func (d *digester) addNil(v reflect.Value) bool {
	if v.IsNil() {
		d.mix(0)
		return true
	}
	d.mix(1)
	return false
}

// addMap sums the digests of the entries, because their order is random.
func (d *digester) addMap(v reflect.Value) {
	var sum uint64
	for entries := v.MapRange(); entries.Next(); {
		entry := digester{sum: emptyDigest, visited: d.visited}
		entry.add(entries.Key())
		entry.add(entries.Value())
		sum += entry.sum
	}
	d.mix(uint64(v.Len()))
	d.mix(sum)
}

// addVisited reports whether the pointer was met before, and in that case adds its number.
func (d *digester) addVisited(p uintptr) bool {
	if order, ok := d.visited[p]; ok {
		d.mix(order)
		return true
	}
	if d.visited == nil {
		d.visited = map[uintptr]uint64{}
	}
	d.visited[p] = uint64(len(d.visited))
	return false
}
