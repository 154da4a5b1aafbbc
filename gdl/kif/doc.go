// Package kif reads and writes the lists of names in which rules of the Game Description Language
// and messages between game servers and players are written, a part of the Knowledge Interchange
// Format (M. R. Genesereth and R. E. Fikes, "Knowledge Interchange Format, Version 3.0 Reference
// Manual", 1992).
//
//	list, err := kif.Parse([]byte("(<= (open ?door) ; a comment\n (closed ?door))"))
//	...
//	fmt.Println(list[0].List[1]) // (open ?door)
//
// An [Expr] is a name or a list of expressions. Names are separated by white space and parentheses,
// and a semicolon begins a comment that ends with its line. Names do not depend on case: [Parse]
// makes ASCII letters small. Lines end with LF, CR or CR LF. A text that is no UTF-8 is read as
// Latin-1.
//
// The package has no state, and its functions may be called from several goroutines.
package kif
