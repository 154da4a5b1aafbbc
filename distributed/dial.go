package distributed

import (
	"context"
	"net"
)

// dialer makes connections that are closed when ctx ends. That interrupts the client while it waits
// for the first words of a server.
type dialer struct{ ctx context.Context }

// untilConnected returns a dialer that ctx interrupts until done is called.
func untilConnected(ctx context.Context) (d dialer, done func() bool) {
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	return dialer{own}, context.AfterFunc(ctx, cancel)
}

// Dial implements nats.CustomDialer.
func (d dialer) Dial(network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: connectTimeout}).DialContext(d.ctx, network, address)
	if err != nil {
		return nil, err
	}
	return &dialed{conn, context.AfterFunc(d.ctx, func() { _ = conn.Close() })}, nil
}

// dialed is a connection of a dialer.
type dialed struct {
	net.Conn
	forget func() bool
}

// Close implements net.Conn.
func (c *dialed) Close() error {
	c.forget()
	return c.Conn.Close()
}
