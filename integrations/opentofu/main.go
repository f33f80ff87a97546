// The OpenTofu and Terraform provider of Fulmar. Its resources are not written here: resources.json describes them,
// and the contract projects that (docs/adr/0066-the-provider-is-described.md).
package main

import (
	"context"
	_ "embed"
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"fulmar.dev/opentofu/internal/description"
	"fulmar.dev/opentofu/internal/provider"
)

//go:embed resources.json
var resources []byte

// version is set when a release is built: go build -ldflags "-X main.version=1.2.3".
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "serve a debugger, such as delve, and print how OpenTofu reaches it")
	flag.Parse()
	described, err := description.Parse(resources)
	if err != nil {
		log.Fatal(err)
	}
	options := providerserver.ServeOpts{Address: "registry.opentofu.org/fulmar/fulmar", Debug: *debug, ProtocolVersion: 6}
	if err := providerserver.Serve(context.Background(), provider.New(described, version), options); err != nil {
		log.Fatal(err)
	}
}
