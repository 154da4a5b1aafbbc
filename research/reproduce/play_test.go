package main

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console/cluster"
	"github.com/banyan-go/banyan/console/match"
	"github.com/banyan-go/banyan/distributed"
)

// TestNATS plays an experiment by the worker of package cluster.
func TestNATS(t *testing.T) {
	server, err := distributed.Server{Dir: t.TempDir()}.Start()
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close()) }()
	t.Setenv(distributed.TokenVariable, server.Address().Token)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	var said bytes.Buffer
	program := bundled.Program("banyan")
	program.Cluster = cluster.Commands
	go func() {
		ended <- program.Run(ctx, []string{"worker", "-nats", server.Address().URL}, nil, &said, &said)
		cancel() // without a worker no game is played
	}()
	o, err := parseOptions([]string{"-quick", "-results", stored, "-nats", server.Address().URL, "start-bt6"}, &said)
	require.NoError(t, err)
	workers, err := o.remote(ctx, &bytes.Buffer{})
	require.NoError(t, err)
	defer func() { require.NoError(t, workers.Close()) }()
	e := o.experiments[0].quick(0)
	e.games = 4
	have, err := e.play(ctx, "", 0, workers, &bytes.Buffer{})
	require.NoError(t, err)
	want, err := e.play(ctx, "", 1, nil, &bytes.Buffer{})
	require.NoError(t, err)
	require.Equal(t, want.summary, have.summary)
	require.False(t, have.exact, "its cost is that of other processes")
	cancel()
	require.Zero(t, <-ended, said.String())

	c, err := e.contest()
	require.NoError(t, err)
	e.time = "1ms"
	var options match.Options
	e.remote(c, &options, workers)
	require.Nil(t, options.Remote, "CPU time is that of one process")
	t.Setenv(distributed.TokenVariable, "")
	_, err = parseOptions([]string{"-nats", "10.0.0.5", "start-bt6"}, &said)
	require.ErrorContains(t, err, "-nats: distributed: nats://10.0.0.5 is not on this machine")
	for text, args := range map[string][]string{
		"-queue is for -nats":                   {"-queue", "x"},
		"-nats-ca is for -nats":                 {"-nats-ca", "x"},
		"-workers is for games in this program": {"-nats", "127.0.0.1", "-workers", "2"},
	} {
		_, err = parseOptions(append(args, "start-bt6"), &said)
		require.ErrorContains(t, err, text)
	}
	e.time, e.game = "", "magic:lands"
	e.remote(c, &options, workers)
	require.Nil(t, options.Remote, "workers have no such deck")
}
