module github.com/banyan-go/banyan/examples

go 1.26.0

require (
	github.com/banyan-go/banyan v0.0.0
	github.com/banyan-go/banyan/cmd/banyan v0.0.0
	github.com/banyan-go/banyan/console v0.0.0
	github.com/stretchr/testify v1.12.1
	gonum.org/v1/gonum v0.17.0
	pgregory.net/rapid v1.3.0
)

require (
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/schollz/progressbar/v3 v3.19.1 // indirect
	github.com/urfave/cli/v3 v3.14.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/term v0.47.0 // indirect
)

replace (
	github.com/banyan-go/banyan => ../
	github.com/banyan-go/banyan/cmd/banyan => ../cmd/banyan
	github.com/banyan-go/banyan/console => ../console
	github.com/banyan-go/banyan/distributed => ../distributed
)
