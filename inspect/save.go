package inspect

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/banyan-go/banyan/mcts"
)

const savedBoards = 300 // positions in a saved page, those of the most visited nodes

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
