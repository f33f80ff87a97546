package provider

import (
	"context"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"fulmar.dev/opentofu/internal/description"
)

// imported is the key of the private state that says that a resource was imported and not updated since.
const imported = "imported"

// ModifyPlan keeps what an update leaves as it is and what is only written in another way, and finds what only a new
// resource can change.
func (r *describedResource) ModifyPlan(ctx context.Context, request resource.ModifyPlanRequest, response *resource.ModifyPlanResponse) {
	if request.State.Raw.IsNull() || request.Plan.Raw.IsNull() {
		return
	}
	plan, errPlan := attributesOf(response.Plan.Raw)
	state, errState := attributesOf(request.State.Raw)
	config, errConfig := attributesOf(request.Config.Raw)
	if failed(&response.Diagnostics, "The plan cannot be read.", errPlan, errState, errConfig) {
		return
	}
	adopts, diagnostics := request.Private.GetKey(ctx, imported)
	response.Diagnostics.Append(diagnostics...)
	isChanged := false
	for _, a := range r.described.Attributes {
		isLeft := isAnswered(a.Mode) && !plan[a.Name].IsKnown() && config[a.Name].IsNull()
		if isSame(withForm(a, plan), plan[a.Name], state[a.Name]) || isLeft && isKept(a) {
			plan[a.Name] = state[a.Name]
			continue
		}
		isChanged = isChanged || !isLeft
		// The record of an imported resource did not tell the attribute, so what is configured is taken over.
		isTaken := string(adopts) == "true" && a.Read == "" && state[a.Name].IsNull()
		if a.Replace && !isTaken {
			response.RequiresReplace.Append(path.Root(a.Name))
		}
		if a.FirstOnly && !isTaken {
			response.Diagnostics.AddAttributeError(path.Root(a.Name), r.sentence("cannot change "+a.Name), fmt.Sprintf(
				"%s is set when it is made. Write here what it was made with, and change it where the reference says.", a.Name))
		}
	}
	if len(response.RequiresReplace) == 0 {
		r.refuseToShrink(&response.Diagnostics, plan, state)
	}
	response.Plan.Raw = tftypes.NewValue(response.Plan.Raw.Type(), plan)
	// The framework takes another spelling for a change, for which the service may decide other values.
	if !isChanged {
		response.Plan.Raw = request.State.Raw
	}
}

// refuseToShrink tells before the apply what the service would refuse in it.
func (r *describedResource) refuseToShrink(diagnostics *diag.Diagnostics, plan, state values) {
	for _, a := range r.described.Attributes {
		var planned, present big.Float
		if !a.Grows || plan[a.Name].IsNull() || plan[a.Name].As(&planned) != nil || state[a.Name].As(&present) != nil {
			continue
		}
		if planned.Cmp(&present) < 0 {
			diagnostics.AddAttributeError(path.Root(a.Name), r.sentence("cannot shrink"), fmt.Sprintf(
				"%s is %s and can only grow: set %[2]s or more. For a smaller one, taint the resource, so that it is made anew.",
				a.Name, present.Text('f', -1)))
		}
	}
}

// isKept says whether an update leaves what the service decided as it is.
func isKept(a description.Attribute) bool {
	return !a.Volatile && (a.Mode == "computed" || a.Mode == "filled")
}
