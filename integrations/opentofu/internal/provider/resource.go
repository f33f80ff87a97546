package provider

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"fulmar.dev/opentofu/internal/api"
	"fulmar.dev/opentofu/internal/description"
)

// describedResource carries out what the description says of one resource.
type describedResource struct {
	described description.Resource
	operation description.Operation
	client    *api.Client
}

var (
	_ resource.ResourceWithConfigure   = (*describedResource)(nil)
	_ resource.ResourceWithImportState = (*describedResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*describedResource)(nil)
)

func (r *describedResource) Metadata(_ context.Context, request resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = request.ProviderTypeName + "_" + r.described.Name
}

func (r *describedResource) Schema(ctx context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	attributes, err := resourceAttributes(ctx, r.described.Attributes)
	if failed(&response.Diagnostics, "The description of fulmar_"+r.described.Name+" is wrong.", err) {
		return
	}
	response.Schema = schema.Schema{Description: r.described.Title + ".", Attributes: attributes}
}

func (r *describedResource) Configure(_ context.Context, request resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	if client, ok := request.ProviderData.(*api.Client); ok {
		r.client = client
	}
}

func (r *describedResource) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	plan, errPlan := attributesOf(request.Plan.Raw)
	config, errConfig := attributesOf(request.Config.Raw)
	if failed(&response.Diagnostics, "The plan cannot be read.", errPlan, errConfig) {
		return
	}
	answer, err := r.create(ctx, withSecrets(r.described.Attributes, plan, config))
	if r.refused(&response.Diagnostics, "created", err) {
		return
	}
	plan["id"], err = r.idOf(answer, plan)
	if failed(&response.Diagnostics, r.sentence("has no id"), err) {
		return
	}
	// From here on it exists: what fails leaves it in the state, to be replaced or destroyed.
	made, err := r.state(plan, config, nil, answer)
	if failed(&response.Diagnostics, r.sentence("was answered in an unknown form"), err) {
		return
	}
	response.State.Raw = tftypes.NewValue(response.State.Raw.Type(), made)
	record, err := r.settled(ctx, r.described.Create, answer, plan)
	if err == nil {
		record, err = r.completed(ctx, plan, record)
	}
	if r.refused(&response.Diagnostics, "created", err) {
		return
	}
	made, err = r.state(plan, config, record, answer)
	if failed(&response.Diagnostics, r.sentence("was answered in an unknown form"), err) {
		return
	}
	response.State.Raw = tftypes.NewValue(response.State.Raw.Type(), made)
}

func (r *describedResource) create(ctx context.Context, attributes values) (api.Record, error) {
	sent, err := requestOf(r.described.Create, attributes)
	if err != nil {
		return nil, err
	}
	body, err := creation(r.described.Create, attributes)
	if err != nil {
		return nil, err
	}
	if len(r.described.Create.Body) > 0 {
		sent.Body = body
	}
	return r.client.Send(ctx, sent)
}

func (r *describedResource) idOf(answer api.Record, plan values) (tftypes.Value, error) {
	if r.described.ID.Attribute != "" {
		return plan[r.described.ID.Attribute], nil
	}
	id, ok := answer[r.described.ID.Field].(string)
	if !ok || id == "" {
		return tftypes.Value{}, fmt.Errorf("the answer has no %s", r.described.ID.Field)
	}
	return textValue(id), nil
}

// completed sends what the create does not take but an update does.
func (r *describedResource) completed(ctx context.Context, plan values, record api.Record) (api.Record, error) {
	sent := map[string]bool{}
	for _, field := range r.described.Create.Body {
		sent[field.Attribute] = true
	}
	changed := map[string]bool{}
	for _, a := range r.described.Attributes {
		if a.Read == "" || a.Mode == "computed" || sent[a.Name] || !plan[a.Name].IsFullyKnown() {
			continue
		}
		present, err := readValue(a, record)
		if err != nil {
			return nil, err
		}
		changed[a.Name] = !isSame(withForm(a, plan), present, plan[a.Name])
	}
	return r.update(ctx, plan, changed, record)
}

func (r *describedResource) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	state, err := attributesOf(request.State.Raw)
	if failed(&response.Diagnostics, "The state cannot be read.", err) {
		return
	}
	record, err := r.read(ctx, state, 0)
	if r.refused(&response.Diagnostics, "read", err) {
		return
	}
	if record == nil {
		response.State.RemoveResource(ctx)
		return
	}
	read := maps.Clone(state)
	for _, a := range r.described.Attributes {
		if a.Read == "" {
			continue
		}
		present, err := readValue(a, record)
		if failed(&response.Diagnostics, r.sentence("was answered in an unknown form"), err) {
			return
		}
		if !isSame(withForm(a, state), present, state[a.Name]) {
			read[a.Name] = present
		}
	}
	response.State.Raw = tftypes.NewValue(response.State.Raw.Type(), read)
}

func (r *describedResource) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	plan, errPlan := attributesOf(request.Plan.Raw)
	state, errState := attributesOf(request.State.Raw)
	config, errConfig := attributesOf(request.Config.Raw)
	if failed(&response.Diagnostics, "The plan cannot be read.", errPlan, errState, errConfig) {
		return
	}
	changed := changes(r.described.Attributes, plan, state)
	record, err := r.update(ctx, withSecrets(r.described.Attributes, plan, config), changed, nil)
	if err == nil {
		err = r.changeMembers(ctx, plan, state)
	}
	if err == nil {
		record, err = r.atRest(ctx, plan)
	}
	if r.refused(&response.Diagnostics, "changed", err) {
		return
	}
	made, err := r.state(plan, config, record, nil)
	if failed(&response.Diagnostics, r.sentence("was answered in an unknown form"), err) {
		return
	}
	response.State.Raw = tftypes.NewValue(response.State.Raw.Type(), made)
	response.Diagnostics.Append(response.Private.SetKey(ctx, imported, []byte("false"))...)
}

// update sends what has changed, a call after the other, without what an earlier one has done already: a larger plan
// brings its disk. It returns the record as it then is, or the given one if nothing was sent.
func (r *describedResource) update(ctx context.Context, attributes values, changed map[string]bool, record api.Record) (api.Record, error) {
	for _, call := range r.described.Update {
		body, err := change(call, attributes, changed)
		if err != nil {
			return nil, err
		}
		if body == nil {
			continue
		}
		sent, err := requestOf(call, attributes)
		if err != nil {
			return nil, err
		}
		sent.Body = body
		answer, err := r.client.Send(ctx, sent)
		if err != nil {
			return nil, err
		}
		if record, err = r.settled(ctx, call, answer, attributes); err != nil {
			return nil, err
		}
		if changed, err = r.left(attributes, changed, record); err != nil {
			return nil, err
		}
	}
	return record, nil
}

// left are the changes that a record does not have yet. What no record has is sent in any case.
func (r *describedResource) left(attributes values, changed map[string]bool, record api.Record) (map[string]bool, error) {
	left := maps.Clone(changed)
	for _, a := range r.described.Attributes {
		if !changed[a.Name] || a.Read == "" {
			continue
		}
		present, err := readValue(a, record)
		if err != nil {
			return nil, err
		}
		left[a.Name] = !isSame(withForm(a, attributes), present, attributes[a.Name])
	}
	return left, nil
}

func (r *describedResource) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	state, err := attributesOf(request.State.Raw)
	if failed(&response.Diagnostics, "The state cannot be read.", err) {
		return
	}
	r.refused(&response.Diagnostics, "deleted", r.remove(ctx, state))
}

func (r *describedResource) remove(ctx context.Context, state values) error {
	sent, err := requestOf(r.described.Delete, state)
	if err != nil {
		return err
	}
	answer, err := r.client.Send(ctx, sent)
	if api.IsNotFound(err) {
		return nil
	}
	if api.IsConflict(err) {
		if record, again := r.read(ctx, state, 0); again == nil && record == nil {
			return nil
		}
	}
	if err != nil {
		return err
	}
	if r.described.Delete.Accepted {
		if err := r.ended(ctx, answer); err != nil {
			return err
		}
	}
	if r.described.Delete.Constants != nil {
		return nil
	}
	return r.gone(ctx, state)
}
