package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// tab is a page in a browser.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	errors []string // of the console
}

// screen is the size of a window in CSS pixels, and its colors.
type screen struct {
	width, height int64
	dark          bool
}

var desktop = screen{width: 1320, height: 1180}

// requireBrowser returns the path of a browser, or skips the test if there is none.
func requireBrowser(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes some seconds")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no chromium in the PATH")
	return ""
}

// open opens a page. At the end of the test, there must be no error on the console.
func open(t *testing.T, url string, s screen) *tab {
	t.Helper()
	p := visit(t, url, s)
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		require.Empty(t, p.errors)
	})
	return p
}

// visit opens a page in a browser to which the names *.example lead to this machine.
func visit(t *testing.T, url string, s screen) *tab {
	t.Helper()
	path := requireBrowser(t)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WSURLReadTimeout(time.Minute),
		chromedp.Flag("host-resolver-rules", "MAP *.example 127.0.0.1"))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx}
	p.listen()
	scheme := "light"
	if s.dark {
		scheme = "dark"
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, media)
	require.NoError(t, err)
	p.do(chromedp.EmulateViewport(s.width, s.height), chromedp.Navigate(url))
	return p
}

// listen collects the errors of the page.
func (p *tab) listen() {
	messages := chromedp.Console(p.ctx)
	go func() {
		for m, err := range messages {
			if err == nil && (m.IsException() || m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleWarning) {
				p.mu.Lock()
				p.errors = append(p.errors, m.String())
				p.mu.Unlock()
			}
		}
	}()
}

func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Do(p.ctx, actions...))
}

// eval returns the value of a JavaScript expression.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	require.NoError(p.t, err)
	return value
}

// until waits until a JavaScript expression is true.
func (p *tab) until(expression string) {
	p.t.Helper()
	require.Eventually(p.t, func() bool {
		value, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		return err == nil && value
	}, 60*time.Second, 50*time.Millisecond, expression)
}

// click clicks the first element of a CSS selector that has the given text, or any text if it is
// empty. It looks for the element and clicks it in one step, because the page may replace it at any
// time.
func (p *tab) click(selector, text string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`(() => {
		const e = [...document.querySelectorAll(%q)].find((e) => %q === "" || e.textContent === %[2]q);
		e?.click();
		return e;
	})()`, selector, text))
}

// shoot writes a screenshot of the whole page.
func (p *tab) shoot(name string) {
	p.t.Helper()
	folder := os.Getenv("BANYAN_SCREENSHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	require.NoError(p.t, err)
	require.NoError(p.t, os.MkdirAll(folder, 0o755))
	require.NoError(p.t, os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644))
}

// fits checks that nothing is wider than the window.
func (p *tab) fits() {
	p.t.Helper()
	wide := eval[[]string](p, `[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".board, .histogram")).map((e) => e.tagName + "." + e.className)`)
	require.Empty(p.t, wide)
	require.True(p.t, eval[bool](p, "document.documentElement.scrollWidth <= innerWidth"))
}
