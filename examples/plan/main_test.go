package main

// Example prints what both drivers earn.
func Example() {
	main()
	// Output:
	// the nearest customer first earns 455 a day, a search 491
}
