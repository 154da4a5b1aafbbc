package browsertest

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlayground plays a game in the static pages of examples/playground.
func TestPlayground(t *testing.T) {
	requireBrowser(t)
	folder := t.TempDir()
	build := exec.Command("go", "run", "./playground", "-out", folder)
	build.Dir = "../../examples"
	text, err := build.CombinedOutput()
	require.NoError(t, err, string(text))
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(server.Close)
	p := open(t, server.URL+"/?game=othello&time=500ms&against=c=1", desktop)
	p.until(`document.querySelector(".turn")?.textContent === "Your turn, Black."`)
	p.until(`document.querySelectorAll("#games option").length > 8 && document.getElementById("games").value === "othello"`)
	p.until(`app.views.length === 2 && app.views.every((v) => v.status?.simulations > 100 && v.flame.nodes.length > 20)`)
	p.click(".moves button", "")
	p.until(`app.game.data.ply === 2 && !app.game.data.thinking`)
	p.until(`app.views[0].status.stop === "time" && document.querySelector(".u-wrap canvas")`)
	t.Logf("%.0f simulations per second", eval[float64](p, `app.views[0].rate`))
	p.fits()
	p.shoot("playground")
}
