package similarity

import "math/bits"

// Hamming returns the number of bits in which a and b differ.
func Hamming[T ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](a, b T) int {
	return bits.OnesCount64(uint64(a ^ b))
}
