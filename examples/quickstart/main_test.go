package main

func Example() {
	main()
	// Output:
	// best: d
	// d: 5363 visits, mean 0.632
	// c: 1209 visits, mean 0.567
	// e: 1143 visits, mean 0.564
	// b:  721 visits, mean 0.531
	// g:  535 visits, mean 0.505
	// f:  530 visits, mean 0.504
	// a:  499 visits, mean 0.498
}
