package distributed

import (
	"context"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAddress checks which addresses are refused. It connects to none of them.
func TestAddress(t *testing.T) {
	for _, a := range []Address{
		{},
		{URL: "127.0.0.1"},
		{URL: "nats://127.0.0.1:4222"},
		{URL: "nats://localhost:1, nats://127.3.2.1:2"},
		{URL: "nats://[::1]:4222"},
		{URL: "tls://nats.example.org"},
		{URL: "nats://10.0.0.5", Token: "secret"},
		{URL: "nats://a:b@10.0.0.5"},
		{URL: "nats://10.0.0.5", Credentials: "file"},
		{URL: "nats://10.0.0.5", CA: "ca.pem"},
	} {
		require.NoError(t, a.Validate(), "%+v", a)
	}
	for text, want := range map[string]string{
		"nats://10.0.0.5:4222":             "nats://10.0.0.5:4222 is not on this machine, and the connection has neither a token nor TLS; want a token in the environment variable BANYAN_NATS_TOKEN, credentials, or an address like tls://10.0.0.5:4222",
		"nats://127.0.0.1,nats://10.0.0.5": "nats://10.0.0.5 is not on this machine",
		"0.0.0.0":                          "is not on this machine",
		"localhost.example.org":            "is not on this machine",
		"http://127.0.0.1":                 "begins with http, want nats:// or tls://",
		"nats://":                          "names no host",
		"nats://%zz":                       "is no URL",
	} {
		require.ErrorContains(t, Address{URL: text}.Validate(), want, text)
		_, err := Address{URL: text}.connect(t.Context(), "test")
		require.ErrorContains(t, err, want, "nothing is contacted")
	}
	require.ErrorContains(t, Address{Certificate: "c.pem"}.Validate(), "want both or neither")
	_, err := Address{URL: "nats://127.0.0.1:1"}.connect(t.Context(), "test")
	require.ErrorContains(t, err, "no connection to a NATS server at nats://127.0.0.1:1")
}

// TestConnectInterrupted connects to servers that say nothing.
func TestConnectInterrupted(t *testing.T) {
	for name, connect := range map[string]func(ctx context.Context, a Address) error{
		"coordinator": func(ctx context.Context, a Address) error {
			_, err := Cluster{Address: a}.Connect(ctx)
			return err
		},
		"worker": func(ctx context.Context, a Address) error {
			return Worker{Address: a, Referee: instant}.Run(ctx)
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var urls []string
			for range 3 {
				l, err := net.Listen("tcp", "127.0.0.1:0")
				require.NoError(t, err)
				defer func() { require.NoError(t, l.Close()) }()
				urls = append(urls, "nats://"+l.Addr().String())
				go func() {
					if conn, err := l.Accept(); err == nil {
						cancel()
						<-t.Context().Done()
						_ = conn.Close()
					}
				}()
			}
			err := connect(ctx, Address{URL: strings.Join(urls, ",")})
			require.Error(t, ctx.Err(), "a server was reached")
			if name == "worker" {
				require.NoError(t, err)
			} else {
				require.ErrorIs(t, err, context.Canceled)
			}
		})
	}
}
