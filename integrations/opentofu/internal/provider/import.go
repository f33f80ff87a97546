package provider

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// ImportState takes the ids of an import apart. The read that follows fills in the rest.
func (r *describedResource) ImportState(ctx context.Context, request resource.ImportStateRequest, response *resource.ImportStateResponse) {
	parts := strings.Split(request.ID, "/")
	if len(parts) != len(r.described.Import) || strings.Contains("/"+request.ID+"/", "//") {
		response.Diagnostics.AddError("The import id is not valid.",
			"The id of a fulmar_"+r.described.Name+" is "+strings.Join(r.described.Import, "/")+".")
		return
	}
	for index, name := range r.described.Import {
		response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root(name), parts[index])...)
	}
	if name := r.described.ID.Attribute; name != "" {
		response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("id"), parts[len(parts)-1])...)
	}
	response.Diagnostics.Append(response.Private.SetKey(ctx, imported, []byte("true"))...)
}
