package mcts

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/mcts/internal/replay"
	"github.com/banyan-go/banyan/timing"
)

// Snapshot is a Search that stands still, as [Search.Inspect] shows it. It is valid until the
// function that gets it returns, except for Result, which shares no memory with the search. The
// rules, the state and the tree are only read.
type Snapshot[S any, A comparable] struct {
	Rules *game.Rules[S, A]
	Roots []Node[A] // of all trees, as [Search.Roots] returns them
	State *S        // the state at the root; nil if there is no tree

	// Epoch tells roots apart: it is the same as long as the search goes on with one root.
	Epoch uint64

	// Running says that Run or Watch is under way. Result is then an interim result, with Stop =
	// StopUnfinished; otherwise it is that of the last Run, and the zero Result if there was none
	// at this root.
	Running bool
	Result  Result[A]
}

// inspection is how other goroutines look at a search.
type inspection struct {
	owner   chan struct{}   // full while a goroutine uses the search
	calls   chan func(*run) // to be made between two batches of simulations
	waiting atomic.Int32    // calls of Inspect under way
	used    atomic.Bool     // Inspect was called
	last    lastRun         // the last Run with this root
	epoch   uint64          // Snapshot.Epoch
}

func newInspection() inspection {
	return inspection{owner: make(chan struct{}, 1), calls: make(chan func(*run))}
}

// acquire waits until no other goroutine uses the search.
func (i *inspection) acquire() { i.owner <- struct{}{} }

func (i *inspection) release() { <-i.owner }

// setRoot records that the root has changed.
func (i *inspection) setRoot() {
	i.epoch++
	i.last = lastRun{}
}

// lastRun is what a Result tells of a Run that the trees do not.
type lastRun struct {
	simulations, inherited int
	elapsed                time.Duration
	stop                   Stop
	reason                 timing.Reason
}

// serve makes the calls that wait for the search to stand still.
func (i *inspection) serve(r *run) {
	for i.waiting.Load() > 0 {
		select {
		case call := <-i.calls:
			call(r)
		default:
			return
		}
	}
}

// Inspect calls f while the search stands still. Unlike all other methods, it may be called from
// any goroutine: if another one is in Run, f is called there, between two batches of simulations,
// and otherwise in the goroutine of the caller, while the other methods wait. It returns when f has
// returned, or the error of ctx if the search did not stand still before ctx was done. In the body
// of a loop over Watch, the search does not stand still for Inspect.
//
// f must not call methods of the search. Its time counts against the budget of a Run. It changes
// nothing in the results of the search, unless the budget limits time.
//
// A Run of simulations alone, which does not read the clock, is interrupted only if Inspect was
// called before it began; so call it once early. Before the first call of Inspect, it costs
// nothing.
func (s *Search[S, A]) Inspect(ctx context.Context, f func(Snapshot[S, A])) (err error) {
	i := &s.inspection
	i.used.Store(true)
	i.waiting.Add(1)
	defer i.waiting.Add(-1)
	done := make(chan struct{})
	call := func(r *run) {
		defer close(done)
		var snapshot Snapshot[S, A]
		if snapshot, err = s.snapshot(r); err == nil {
			f(snapshot)
		}
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case i.owner <- struct{}{}:
		defer i.release()
		call(nil)
	case i.calls <- call:
		<-done
	}
	return err
}

// snapshot returns what Inspect shows. r is nil if no Run is under way.
func (s *Search[S, A]) snapshot(r *run) (Snapshot[S, A], error) {
	snapshot := Snapshot[S, A]{Rules: &s.rules, Epoch: s.inspection.epoch, Running: r != nil}
	if r == nil && !s.phase.hasTree() {
		return snapshot, nil
	}
	snapshot.Roots, snapshot.State = s.roots(), &s.w.root
	var err error
	if r != nil {
		snapshot.Result, err = s.result(r)
	} else if last := s.inspection.last; last != (lastRun{}) {
		snapshot.Result, err = s.result(&run{simulations: last.simulations, inherited: last.inherited, stop: last.stop, reason: last.reason})
		snapshot.Result.Elapsed = last.elapsed
	}
	return snapshot, err
}

// WriteDOT writes the tree below n in the DOT language of Graphviz, with all nodes that have at
// least minVisits visits. A node shows the action that leads to it, its visits and the mean for the
// player who chose that action. The width of an edge grows with its share of the visits of the
// parent.
func (n Node[A]) WriteDOT(w io.Writer, minVisits int) error {
	return n.printed().writeDOT(w, minVisits)
}

// printedNode is a node whose action is a text, so that printing is not compiled for every game.
type printedNode struct {
	node
	action func(slot uint32) string
}

func (n Node[A]) printed() printedNode {
	return printedNode{n.node, func(slot uint32) string {
		return fmt.Sprint(Node[A]{node{n.tree, n.known, slot}, n.actions}.Action())
	}}
}

// visited returns the children with at least minVisits visits, and with at least one.
func (n printedNode) visited(minVisits int) (children []printedNode) {
	for _, child := range n.children() {
		if child.visits() >= max(1, minVisits) {
			children = append(children, printedNode{child, n.action})
		}
	}
	return children
}

func (n printedNode) writeDOT(w io.Writer, minVisits int) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph tree {\n\tnode [shape=box, fontname=\"sans-serif\"]\n\tn0 [label=\"%d visits\"]\n", n.visits())
	queue := []printedNode{n}
	for k := 0; k < len(queue); k++ {
		parent := queue[k]
		player, _ := parent.mover()
		for _, child := range parent.visited(minVisits) {
			label := fmt.Sprintf("%s %s\n%d visits\nmean %.3f", replay.Chooser(player), child.action(child.slot), child.visits(), child.mean())
			width := 0.3 + 4*float64(child.visits())/float64(max(1, parent.visits()))
			fmt.Fprintf(b, "\tn%d [label=%q]\n\tn%d -> n%d [penwidth=%.2f]\n", len(queue), label, k, len(queue), width)
			queue = append(queue, child)
		}
	}
	b.WriteString("}\n")
	return b.Flush()
}

// jsonNode is a node as WriteJSON writes it.
type jsonNode struct {
	Action   string     `json:"action,omitempty"` // the action that leads to the node
	Visits   int        `json:"visits"`
	Mean     float64    `json:"mean"`             // for the player who chose Action
	Player   *int       `json:"player,omitempty"` // the player that chooses at the node, Chance or Simultaneous
	Children []jsonNode `json:"children,omitempty"`
}

// WriteJSON writes the tree below n as one JSON object, with all nodes that have at least minVisits
// visits:
//
//	{"visits":9,"mean":0,"player":0,"children":[{"action":"d","visits":4,"mean":0.5},...]}
//
// A node has the action that leads to it, as printed by fmt.Sprint, its visits, the mean for the
// player who chose that action, the player who chooses next (-1 for chance, -2 for simultaneous
// moves), and its children. The keys action, player and children are left out if they have no
// value. A joint action is a path of its components, as described at [Node].
func (n Node[A]) WriteJSON(w io.Writer, minVisits int) error {
	root := n.printed().json(minVisits)
	root.Action = ""
	return json.NewEncoder(w).Encode(root)
}

func (n printedNode) json(minVisits int) jsonNode {
	out := jsonNode{Action: n.action(n.slot), Visits: n.visits(), Mean: n.mean()}
	if player, known := n.mover(); known {
		out.Player = &player
	}
	for _, child := range n.visited(minVisits) {
		out.Children = append(out.Children, child.json(minVisits))
	}
	return out
}
