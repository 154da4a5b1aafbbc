package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/banyan-go/banyan/games/samegame"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/policy"
)
