// Package browsertest tests the pages of package inspect in Chromium. It is a separate module, so
// that users of the library never see what it needs. The tests are skipped if there is no Chromium
// in the PATH. They write screenshots to the folder that BANYAN_SCREENSHOTS names:
//
//	BANYAN_SCREENSHOTS=/tmp/shots go test ./inspect/browsertest
package browsertest
