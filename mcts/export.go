package mcts

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

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
			label := fmt.Sprintf("%s %s\n%d visits\nmean %.3f", chooser(player), child.action(child.slot), child.visits(), child.mean())
			width := 0.3 + 4*float64(child.visits())/float64(max(1, parent.visits()))
			fmt.Fprintf(b, "\tn%d [label=%q]\n\tn%d -> n%d [penwidth=%.2f]\n", len(queue), label, k, len(queue), width)
			queue = append(queue, child)
		}
	}
	b.WriteString("}\n")
	return b.Flush()
}

// chooser names the player that chooses at a node.
func chooser(player int) string {
	switch player {
	case Chance:
		return "chance"
	case Simultaneous:
		player = 0 // The component of player 0 comes first.
	}
	return fmt.Sprintf("player %d", player)
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
