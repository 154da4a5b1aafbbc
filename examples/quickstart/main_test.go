package main

func Example() {
	main()
	// Output:
	// best: d
	// d: 5530 visits, mean 0.629
	// e:  997 visits, mean 0.550
	// c:  841 visits, mean 0.538
	// b:  836 visits, mean 0.538
	// f:  755 visits, mean 0.530
	// a:  566 visits, mean 0.505
	// g:  475 visits, mean 0.488
}
