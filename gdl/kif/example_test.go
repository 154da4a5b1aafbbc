package kif_test

import (
	"fmt"

	"github.com/banyan-go/banyan/gdl/kif"
)

func ExampleParse() {
	list, err := kif.Parse([]byte("(role x) ; a comment\n(<= (legal x noop) (true (control o)))"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range list {
		fmt.Println(len(e.List), e)
	}
	_, err = kif.Parse([]byte("(role x"))
	fmt.Println(err)
	// Output:
	// 2 (role x)
	// 3 (<= (legal x noop) (true (control o)))
	// kif: line 1, column 1: a list is not closed, want )
}
