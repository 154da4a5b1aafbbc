package main

func Example() {
	main()
	// Output:
	// best: d
	// d: 8720 visits, mean 0.580
	// c:  538 visits, mean 0.536
	// e:  294 visits, mean 0.519
	// b:  245 visits, mean 0.510
	// g:   97 visits, mean 0.464
	// f:   89 visits, mean 0.461
	// a:   17 visits, mean 0.294
}
