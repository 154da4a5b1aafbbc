package distributed_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/distributed"
)

// TestTLS plays over encrypted connections, at which both sides show their certificates.
func TestTLS(t *testing.T) {
	from := httptest.NewTLSServer(nil) // has a certificate for 127.0.0.1
	from.Close()
	certificate := from.TLS.Certificates[0]
	private, err := x509.MarshalPKCS8PrivateKey(certificate.PrivateKey)
	require.NoError(t, err)
	file := func(kind string, data []byte) string {
		path := filepath.Join(t.TempDir(), "pem")
		require.NoError(t, os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600))
		return path
	}
	public, key := file("CERTIFICATE", certificate.Certificate[0]), file("PRIVATE KEY", private)

	r := start(t, distributed.Server{TLS: &tls.Config{
		Certificates: []tls.Certificate{certificate}, ClientAuth: tls.RequireAnyClientCert, MinVersion: tls.VersionTLS12,
	}})
	require.Empty(t, r.Address().Token)
	encrypted := distributed.Server{TLS: &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}}
	require.NotEmpty(t, start(t, encrypted).Address().Token, "without certificates of clients, a token identifies them")
	encrypted.Host = "0.0.0.0"
	_, err = encrypted.Start()
	require.ErrorContains(t, err, "want a Token, or TLS whose ClientAuth requires certificates")
	a := distributed.Address{URL: strings.Replace(r.Address().URL, "nats://", "tls://", 1)}
	_, err = distributed.Cluster{Address: a}.Connect(bg)
	require.ErrorContains(t, err, "certificate", "nobody has signed that of the server")
	a.CA = public
	_, err = distributed.Cluster{Address: a}.Connect(bg)
	require.ErrorContains(t, err, "no connection to a NATS server", "the server wants a certificate")
	a.Certificate, a.Key = public, key
	c := connect(t, distributed.Cluster{Address: a})
	stop := work(distributed.Worker{Address: a})
	records, err := distributed.Records(bg, c, batch, 5)
	require.NoError(t, err)
	require.Equal(t, locally(t, batch, 5), withoutTimes(records))
	require.NoError(t, stop())
}
