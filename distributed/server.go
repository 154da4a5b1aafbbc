package distributed

import (
	"cmp"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Server describes a NATS server with JetStream in this process. The zero Server listens at a free
// port of the loopback interface, wants a random token, and keeps its files in a temporary folder.
type Server struct {
	// Host and Port are where the server listens. If Host is empty, 127.0.0.1 is used; a host that
	// other machines reach needs Token, or TLS that wants certificates. If Port is 0, a free port
	// is used.
	Host string
	Port int

	// Token is what clients must know. If it is empty, a random one is used, unless TLS wants
	// certificates.
	Token string

	// TLS encrypts the connections; nil for none. It identifies clients only if its ClientAuth
	// requires certificates of them.
	TLS *tls.Config

	// Dir is the folder for the files of the streams. A server that is started again with it
	// continues with what it had. If it is empty, a temporary folder is used, which Close removes.
	Dir string

	// MaxBytes limits the size of the files. If it is 0, the server takes up to three quarters of
	// the free disk.
	MaxBytes int64

	// Sync makes the server write every message to the disk before it confirms it, so that nothing
	// is lost if the machine loses its power. Without it, the end of the process loses nothing.
	Sync bool
}

// RunningServer is a server that was started.
type RunningServer struct {
	server    *server.Server
	address   Address
	temporary string // a folder to remove; empty for none
	once      sync.Once
	err       error
}

const startTimeout = 20 * time.Second

// Start starts the server. The caller closes it.
func (s Server) Start() (_ *RunningServer, err error) {
	if s, err = s.completed(); err != nil {
		return nil, err
	}
	r := &RunningServer{}
	if s.Dir == "" {
		if s.Dir, err = os.MkdirTemp("", "banyan-nats-"); err != nil {
			return nil, fmt.Errorf("distributed: a folder for the server: %w", err)
		}
		r.temporary = s.Dir
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	if r.server, err = server.NewServer(s.options()); err != nil {
		return nil, fmt.Errorf("distributed: the NATS server: %w", err)
	}
	problems := &problems{}
	r.server.SetLogger(problems, false, false)
	r.server.Start()
	if !r.server.ReadyForConnections(startTimeout) {
		return nil, fmt.Errorf("distributed: the NATS server does not start at %s:%d with the folder %s: %s", s.Host, s.Port, s.Dir, problems.last())
	}
	if !r.server.JetStreamEnabled() {
		return nil, fmt.Errorf("distributed: the NATS server cannot keep its files in %s: %s", s.Dir, problems.last())
	}
	r.address = Address{URL: r.server.ClientURL(), Token: s.Token}
	return r, nil
}

// completed returns the server with its defaults.
func (s Server) completed() (Server, error) {
	s.Host = cmp.Or(s.Host, "127.0.0.1")
	switch {
	case s.Port < 0 || s.Port > 65535:
		return s, fmt.Errorf("distributed: Server.Port is %d, want 0 to 65535", s.Port)
	case s.MaxBytes < 0:
		return s, fmt.Errorf("distributed: Server.MaxBytes is %d, want >= 0", s.MaxBytes)
	case s.Token != "" || s.wantsCertificates():
	case !isLoopback(s.Host):
		return s, fmt.Errorf("distributed: Server.Host is %s, which other machines reach; want a Token, or TLS whose ClientAuth requires certificates", s.Host)
	default:
		s.Token = rand.Text()
	}
	return s, nil
}

// wantsCertificates reports whether clients are admitted by their certificates only.
func (s Server) wantsCertificates() bool {
	return s.TLS != nil && (s.TLS.ClientAuth == tls.RequireAnyClientCert || s.TLS.ClientAuth == tls.RequireAndVerifyClientCert)
}

func (s Server) options() *server.Options {
	return &server.Options{
		ServerName: "banyan", Host: s.Host, Port: cmp.Or(s.Port, server.RANDOM_PORT), Authorization: s.Token, TLSConfig: s.TLS, TLS: s.TLS != nil,
		JetStream: true, StoreDir: filepath.Clean(s.Dir), JetStreamMaxStore: s.MaxBytes, SyncAlways: s.Sync,
		NoSigs: true, NoLog: true, DisableShortFirstPing: true,
	}
}

// Address returns the address for clients on this machine, with the token.
func (r *RunningServer) Address() Address { return r.address }

// Close ends the server and waits until it has ended. It removes a temporary folder. A second Close
// does nothing.
func (r *RunningServer) Close() error {
	r.once.Do(func() {
		if r.server != nil {
			r.server.Shutdown()
			r.server.WaitForShutdown()
		}
		if r.temporary != "" {
			r.err = os.RemoveAll(r.temporary)
		}
	})
	return r.err
}

// FreePort returns a port of the loopback interface that is free at the moment, for a server that
// is to be restarted on the same port.
func FreePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("distributed: %w", err)
	}
	port := listener.Addr().(*net.TCPAddr).Port //nolint:errcheck // the address of a TCP listener is of this type
	return port, listener.Close()
}

// problems keeps the last error of the server: it explains why the server does not start.
type problems struct {
	mu   sync.Mutex
	text string
}

func (p *problems) Noticef(string, ...any) {}
func (p *problems) Debugf(string, ...any)  {}
func (p *problems) Tracef(string, ...any)  {}

func (p *problems) Warnf(format string, v ...any)  { p.keep(format, v...) }
func (p *problems) Errorf(format string, v ...any) { p.keep(format, v...) }
func (p *problems) Fatalf(format string, v ...any) { p.keep(format, v...) }

func (p *problems) keep(format string, v ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = fmt.Sprintf(format, v...)
}

func (p *problems) last() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.text == "" {
		return "it gives no reason"
	}
	return p.text
}
