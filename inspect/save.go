package inspect

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/mcts"
)

const savedBoards = 300 // positions in a saved page, at the most visited nodes

// savedPage is the data of a saved page.
type savedPage struct {
	About    about         `json:"about"`
	Searches []savedSearch `json:"searches"`
}

type savedSearch struct {
	Status  status               `json:"status"`
	History historyJSON          `json:"history"`
	Depths  depthsJSON           `json:"depths"`
	Trees   []treeJSON           `json:"trees"`  // the first one only
	Boards  map[string]boardJSON `json:"boards"` // of the first tree, by path
}

// save sends the page as a file.
func (s *server[S, A]) save(w http.ResponseWriter, r *http.Request) {
	var page bytes.Buffer
	if err := s.writeHTML(r.Context(), &page); err != nil {
		fail(w, http.StatusServiceUnavailable, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="search.html"`)
	_, _ = w.Write(page.Bytes())
}

func (s *server[S, A]) writeHTML(ctx context.Context, w io.Writer) error {
	saved := savedPage{About: s.about()}
	saved.About.Play = false
	for _, one := range s.subjects {
		search, err := one.saved(ctx)
		if err != nil {
			return err
		}
		saved.Searches = append(saved.Searches, search)
	}
	data, err := json.Marshal(saved) // It escapes "<".
	if err != nil {
		return err
	}
	return writeSaved(w, s.title, data)
}

// saved returns all that the page shows of a search. It is of one moment, so the search stands
// still for some tens of milliseconds.
func (s *subject[S, A]) saved(ctx context.Context) (out savedSearch, err error) {
	out.Boards = map[string]boardJSON{}
	err = s.inspect(ctx, func(now mcts.Snapshot[S, A]) error {
		out.Status = s.describe(now)
		s.mu.Lock()
		out.History = s.history.copy()
		s.mu.Unlock()
		var root mcts.Node[A]
		if len(now.Roots) > 0 {
			root = now.Roots[0]
		}
		out.Depths = s.distribution(now.Epoch, root)
		nodes := visible(root, true, maxNodes)
		out.Trees = []treeJSON{{now.Epoch, nodes}}
		for i := range nodes[:min(len(nodes), savedBoards)] {
			path := pathTo(nodes, i)
			out.Boards[pathText(path)] = s.boardAt(now, root, path)
		}
		return nil
	})
	return out, err
}

// pathTo returns the path to a node of a treeJSON.
func pathTo(nodes []treeNode, i int) []int {
	if nodes[i].parent < 0 {
		return nil
	}
	return append(pathTo(nodes, nodes[i].parent), nodes[i].index)
}

// pathText writes a path as parsePath reads it.
func pathText(path []int) string {
	parts := make([]string, len(path))
	for i, index := range path {
		parts[i] = strconv.Itoa(index)
	}
	return strings.Join(parts, ".")
}

// exported is a node as [WriteJSON] writes it.
type exported struct {
	Action   string      `json:"action,omitempty"` // the action that leads to the node
	Visits   int         `json:"visits"`
	Mean     float64     `json:"mean"`               // for the player who chose Action
	Player   *int        `json:"player,omitempty"`   // the player that chooses at the node, Chance or Simultaneous
	Position int         `json:"position,omitempty"` // in a graph: the number of the position
	Total    int         `json:"total,omitempty"`    // in a graph: the visits of the position by all lines
	Children []*exported `json:"children,omitempty"` // in a graph: once for a position

	chooser int  // of the children
	again   bool // another node of the position comes before it
}

// export returns top with the nodes below it that have at least minVisits visits, and at least one.
// It goes level by level, so that in a graph the first node of a position, which has the children,
// is the shallowest.
func export[A any](top mcts.Node[A], minVisits int) *exported {
	met := positions{}
	root := describeNode(top, met)
	nodes, written := []mcts.Node[A]{top}, []*exported{root}
	for k := 0; k < len(nodes); k++ {
		if written[k].again {
			continue
		}
		for _, child := range nodes[k].Children() {
			if child.Visits() >= max(1, minVisits) {
				below := describeNode(child, met)
				below.Action = fmt.Sprint(child.Action())
				written[k].Children = append(written[k].Children, below)
				nodes, written = append(nodes, child), append(written, below)
			}
		}
	}
	return root
}

func describeNode[A any](n mcts.Node[A], met positions) *exported {
	out := &exported{Visits: n.Visits(), Mean: n.Mean(), chooser: chooser(n)}
	if player, known := n.Player(); known {
		out.Player = &player
	}
	out.Position, out.Total = n.Position()
	out.again = met.meet(out.Position)
	return out
}

// WriteJSON writes the tree below n as one JSON object, with all nodes that have at least minVisits
// visits:
//
//	{"visits":9,"mean":0,"player":0,"children":[{"action":"d","visits":4,"mean":0.5},...]}
//
// A node has the action that leads to it, as printed by fmt.Sprint, its visits, the mean for the
// player who chose that action, the player who chooses next (-1 for chance, -2 for simultaneous
// moves), and its children. The keys action, player and children are left out if they have no
// value. A joint action is a path of its components, as described at [mcts.Node].
//
// With Config.Graph, a node also has the number of its position and, as total, the visits of the
// position by all lines; see [mcts.Node.Position]. The children of a position are written once: at
// its shallowest node, the first of several. Its other nodes have none:
//
//	{"action":"c","visits":2,"mean":0.5,"player":1,"position":17,"total":120}
func WriteJSON[A any](w io.Writer, n mcts.Node[A], minVisits int) error {
	return json.NewEncoder(w).Encode(export(n, minVisits))
}

// WriteDOT writes the tree below n in the DOT language of Graphviz, with all nodes that have at
// least minVisits visits. A node shows the action that leads to it, its visits and the mean for the
// player who chose that action. The width of an edge grows with its share of the visits of the
// parent.
//
// With Config.Graph, every position is one node, with its number and its visits, and every edge has
// the action, its visits and its mean.
func WriteDOT[A any](w io.Writer, n mcts.Node[A], minVisits int) error {
	return writeDOT(w, export(n, minVisits))
}

func writeDOT(w io.Writer, root *exported) error {
	b := bufio.NewWriter(w)
	b.WriteString("digraph tree {\n\tnode [shape=box, fontname=\"sans-serif\"]\n")
	if root.Position > 0 {
		b.WriteString("\tedge [fontname=\"sans-serif\"]\n")
	}
	writeNode(b, 0, fmt.Sprintf("%d visits", root.Visits), root)
	queue := []*exported{root}
	for k := 0; k < len(queue); k++ {
		parent := queue[k]
		by := "chance"
		if parent.chooser >= 0 {
			by = fmt.Sprint("player ", parent.chooser)
		}
		for _, child := range parent.Children {
			label := fmt.Sprintf("%s %s\n%d visits\nmean %.3f", by, child.Action, child.Visits, child.Mean)
			width := 0.3 + 4*float64(child.Visits)/float64(max(1, parent.Visits, parent.Total))
			writeNode(b, len(queue), label, child)
			if child.Position == 0 {
				fmt.Fprintf(b, "\tn%d -> n%d [penwidth=%.2f]\n", k, len(queue), width)
			} else {
				fmt.Fprintf(b, "\tn%d -> n%d [penwidth=%.2f, label=%q]\n", parent.Position, child.Position, width, label)
			}
			queue = append(queue, child)
		}
	}
	b.WriteString("}\n")
	return b.Flush()
}

// writeNode writes a node of a tree, or a position that is new.
func writeNode(b *bufio.Writer, number int, label string, n *exported) {
	switch {
	case n.again:
		return
	case n.Position > 0:
		number, label = n.Position, fmt.Sprintf("position %d\n%d visits", n.Position, n.Total)
	}
	fmt.Fprintf(b, "\tn%d [label=%q]\n", number, label)
}
