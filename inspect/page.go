package inspect

import (
	"context"
	"io"
	"net/http"
	"weak"

	"github.com/banyan-go/banyan/mcts"
)

// Handler returns a handler that serves a page of searches, side by side if there are several. Give
// it a pattern that ends in a slash, such as "/search/". It panics if there is no search. A
// goroutine per search records the visits of its actions until the handler is garbage.
func Handler[S any, A comparable](searches ...*mcts.Search[S, A]) http.Handler {
	return Page[S, A]{Searches: searches}.Handler(context.Background())
}

// WriteHTML writes a page of searches as one file, which shows them as they are now. It waits until
// the searches stand still, and panics if there is none. A page saved from the browser has more
// than that: the shares of visits since it was opened.
func WriteHTML[S any, A comparable](w io.Writer, searches ...*mcts.Search[S, A]) error {
	return Page[S, A]{Searches: searches}.WriteHTML(context.Background(), w)
}

// Page describes a page.
type Page[S any, A comparable] struct {
	Title    string   // if empty, "Search"
	Names    []string // of the searches; a search without one is named by its number
	Searches []*mcts.Search[S, A]

	// Play lets the user of the page play against the searches, which the handler runs for that; if
	// nil, the page only reads.
	Play *Play[S]
}

// Handler returns a handler that serves the page. A goroutine per search records the visits of its
// actions until ctx is done or the handler is garbage. When ctx is done, the searches end as well
// that the page started.
func (p Page[S, A]) Handler(ctx context.Context) http.Handler {
	s := newServer(ctx, p)
	for _, one := range s.subjects {
		go record(ctx, weak.Make(one))
	}
	return s
}

// WriteHTML writes the page as one file. It waits until the searches stand still, or until ctx is
// done.
func (p Page[S, A]) WriteHTML(ctx context.Context, w io.Writer) error {
	p.Play = nil
	return newServer(ctx, p).writeHTML(ctx, w)
}
