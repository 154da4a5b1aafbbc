package distributed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// TokenVariable is the environment variable from which programs take [Address.Token], because other
// users of a machine can read the arguments of a process.
const TokenVariable = "BANYAN_NATS_TOKEN"

// Address says where a NATS server is, and how to identify oneself to it. The zero Address is the
// address of a server on this machine at the usual port.
//
// An address that is not on this machine needs a token, a name and password in the URL, a file of
// credentials, or TLS: without any of these, anyone who reaches the server could read and write the
// results. TLS encrypts, and identifies the server; it identifies the client only by a Certificate.
type Address struct {
	// URL is the URL of a server, or several URLs of a cluster, separated by commas, such as
	// nats://10.0.0.5:4222 or tls://nats.example.org. If it is empty, nats://127.0.0.1:4222 is
	// used.
	URL string `json:"url"`

	Token       string `json:"token,omitempty"`       // a token that the server wants; empty for none
	Credentials string `json:"credentials,omitempty"` // the path of a file of credentials (JWT and key)

	// CA is the path of the certificates that may have signed the server's; if it is empty, the
	// system's certificates are used. Certificate and Key are the paths of the client's certificate
	// and its key, for a server that requires one. If any of them is set, TLS is used.
	CA          string `json:"ca,omitempty"`
	Certificate string `json:"certificate,omitempty"`
	Key         string `json:"key,omitempty"`
}

// urls returns the URLs of the servers.
func (a Address) urls() (list []*url.URL, err error) {
	for one := range strings.SplitSeq(cmp.Or(a.URL, nats.DefaultURL), ",") {
		one = strings.TrimSpace(one)
		if !strings.Contains(one, "://") {
			one = "nats://" + one
		}
		u, err := url.Parse(one)
		switch {
		case err != nil:
			return nil, errors.New("distributed: the address is no URL, want one like nats://127.0.0.1:4222")
		case u.Hostname() == "":
			return nil, fmt.Errorf("distributed: the address %s names no host, want one like nats://127.0.0.1:4222", u.Redacted())
		case u.Scheme != "nats" && u.Scheme != "tls":
			return nil, fmt.Errorf("distributed: the address %s begins with %s, want nats:// or tls://", u.Redacted(), u.Scheme)
		}
		list = append(list, u)
	}
	return list, nil
}

// Validate reports why the address cannot be used: it is no URL, or it is of another machine, and
// the connection would be neither identified nor encrypted.
func (a Address) Validate() error {
	_, err := a.validated()
	return err
}

// validated returns the URLs of an address that may be used.
func (a Address) validated() ([]*url.URL, error) {
	if (a.Certificate == "") != (a.Key == "") {
		return nil, errors.New("distributed: Address.Certificate and Address.Key belong together, want both or neither")
	}
	list, err := a.urls()
	if err != nil {
		return nil, err
	}
	for _, u := range list {
		if !isLoopback(u.Hostname()) && !a.identified(u) {
			return nil, fmt.Errorf("distributed: %s is not on this machine, and the connection has neither a token nor TLS; "+
				"want a token in the environment variable %s, credentials, or an address like tls://%s", u.Redacted(), TokenVariable, u.Host)
		}
	}
	return list, nil
}

// identified reports whether the connection is identified or encrypted.
func (a Address) identified(u *url.URL) bool {
	return a.Token != "" || a.Credentials != "" || a.CA != "" || a.Certificate != "" || u.User != nil || u.Scheme == "tls"
}

// isLoopback reports whether a host is this machine for certain. A name other than localhost is
// not, whatever it resolves to.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// connect connects to the server. A connection that breaks later is made again for as long as it
// takes, whatever has become of ctx.
func (a Address) connect(ctx context.Context, name string) (*nats.Conn, error) {
	list, err := a.validated()
	if err != nil {
		return nil, err
	}
	dialer, done := untilConnected(ctx)
	defer done()
	options := []nats.Option{
		nats.SetCustomDialer(dialer),
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait), nats.ReconnectJitter(reconnectWait/4, reconnectWait),
		nats.Timeout(connectTimeout), nats.PingInterval(pingInterval), nats.MaxPingsOutstanding(2),
	}
	local, texts := true, []string{}
	for _, u := range list {
		texts = append(texts, u.String())
		local = local && isLoopback(u.Hostname())
	}
	if local { // A server on this machine may announce others, which have not been checked.
		options = append(options, nats.IgnoreDiscoveredServers())
	}
	if a.Token != "" {
		options = append(options, nats.Token(a.Token))
	}
	if a.Credentials != "" {
		options = append(options, nats.UserCredentials(a.Credentials))
	}
	if a.CA != "" {
		options = append(options, nats.RootCAs(a.CA))
	}
	if a.Certificate != "" {
		options = append(options, nats.ClientCert(a.Certificate, a.Key))
	}
	conn, err := nats.Connect(strings.Join(texts, ","), options...)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, fmt.Errorf("distributed: no connection to a NATS server at %s: %w", list[0].Redacted(), ctx.Err())
	case errors.Is(err, nats.ErrAuthorization):
		return nil, fmt.Errorf("distributed: the server at %s refuses the connection: want its token in the environment variable %s, or credentials: %w",
			list[0].Redacted(), TokenVariable, err)
	case err != nil:
		return nil, fmt.Errorf("distributed: no connection to a NATS server at %s: %w", list[0].Redacted(), err)
	}
	return conn, nil
}

const (
	connectTimeout = 5 * time.Second
	reconnectWait  = 100 * time.Millisecond
	pingInterval   = 10 * time.Second
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
