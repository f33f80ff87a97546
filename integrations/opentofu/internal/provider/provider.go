// Package provider serves the resources that a description describes.
package provider

import (
	"context"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"fulmar.dev/opentofu/internal/api"
	"fulmar.dev/opentofu/internal/description"
)

// New makes the provider of a description.
func New(described *description.Provider, version string) func() provider.Provider {
	return func() provider.Provider { return &fulmar{described, version} }
}

type fulmar struct {
	described *description.Provider
	version   string
}

type configuration struct {
	APIURL        types.String `tfsdk:"api_url"`
	Token         types.String `tfsdk:"token"`
	WorkspaceID   types.String `tfsdk:"workspace_id"`
	OperatorToken types.String `tfsdk:"operator_token"`
}

func (p *fulmar) Metadata(_ context.Context, _ provider.MetadataRequest, response *provider.MetadataResponse) {
	response.TypeName = "fulmar"
	response.Version = p.version
}

func (p *fulmar) Schema(_ context.Context, _ provider.SchemaRequest, response *provider.SchemaResponse) {
	response.Schema = schema.Schema{
		Description: "Resources of one workspace of Fulmar, and those of its operators.",
		Attributes: map[string]schema.Attribute{
			"api_url": schema.StringAttribute{
				Optional:    true,
				Description: "The URL of the API, such as https://api.example.com. Default: FULMAR_API_URL.",
			},
			"token": schema.StringAttribute{
				Optional:    true,
				Sensitive:   true,
				Description: "An API token. Default: FULMAR_TOKEN.",
			},
			"workspace_id": schema.StringAttribute{
				Optional:    true,
				Description: "The number of the workspace. Default: FULMAR_WORKSPACE.",
			},
			"operator_token": schema.StringAttribute{
				Optional:    true,
				Sensitive:   true,
				Description: "An operator token, for resources whose names begin with operator_. With it, token and workspace_id may be left out. Default: FULMAR_OPERATOR_TOKEN.",
			},
		},
	}
}

func (p *fulmar) Configure(ctx context.Context, request provider.ConfigureRequest, response *provider.ConfigureResponse) {
	var given configuration
	response.Diagnostics.Append(request.Config.Get(ctx, &given)...)
	if response.Diagnostics.HasError() {
		return
	}
	present := func(value types.String, variable string) string {
		if text := value.ValueString(); text != "" || value.IsUnknown() {
			return text
		}
		return os.Getenv(variable)
	}
	setting := func(attribute string, value types.String, variable string) string {
		if text := present(value, variable); text != "" {
			return text
		}
		response.Diagnostics.AddAttributeError(path.Root(attribute), "The provider needs "+attribute+".",
			"Set it in the provider's block, or set "+variable+". It must be known before the plan.")
		return ""
	}
	url := setting("api_url", given.APIURL, "FULMAR_API_URL")
	operator := present(given.OperatorToken, "FULMAR_OPERATOR_TOKEN")
	tenant := setting
	if operator != "" {
		// An operator needs no workspace.
		tenant = func(_ string, value types.String, variable string) string { return present(value, variable) }
	}
	token := tenant("token", given.Token, "FULMAR_TOKEN")
	workspace := tenant("workspace_id", given.WorkspaceID, "FULMAR_WORKSPACE")
	client := api.New(url, api.Tokens{Workspace: token, Operator: operator}, workspace, "opentofu-provider-fulmar/"+p.version)
	response.ResourceData = client
	response.DataSourceData = client
}

func (p *fulmar) Resources(context.Context) []func() resource.Resource {
	var all []func() resource.Resource
	for _, described := range p.described.Resources {
		all = append(all, func() resource.Resource {
			return &describedResource{described: described, operation: p.described.Operation}
		})
	}
	return all
}

func (p *fulmar) DataSources(context.Context) []func() datasource.DataSource {
	var all []func() datasource.DataSource
	for _, described := range p.described.DataSources {
		all = append(all, func() datasource.DataSource { return &describedDataSource{described: described} })
	}
	return all
}
