package provider

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"fulmar.dev/opentofu/internal/api"
	"fulmar.dev/opentofu/internal/description"
)

// describedDataSource reads what the description says of one data source.
type describedDataSource struct {
	described description.DataSource
	client    *api.Client
}

var _ datasource.DataSourceWithConfigure = (*describedDataSource)(nil)

func (d *describedDataSource) Metadata(_ context.Context, request datasource.MetadataRequest, response *datasource.MetadataResponse) {
	response.TypeName = request.ProviderTypeName + "_" + d.described.Name
}

func (d *describedDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, response *datasource.SchemaResponse) {
	response.Schema = schema.Schema{Description: d.described.Title + ".", Attributes: dataAttributes(d.described.Attributes)}
}

func (d *describedDataSource) Configure(_ context.Context, request datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	if client, ok := request.ProviderData.(*api.Client); ok {
		d.client = client
	}
}

func (d *describedDataSource) Read(ctx context.Context, request datasource.ReadRequest, response *datasource.ReadResponse) {
	given, err := attributesOf(request.Config.Raw)
	if failed(&response.Diagnostics, "The configuration cannot be read.", err) {
		return
	}
	record, err := d.record(ctx, given)
	if err != nil {
		response.Diagnostics.AddError("The "+nameInSentence(d.described.Title)+" could not be read.", err.Error())
		return
	}
	read := values{}
	for _, a := range d.described.Attributes {
		read[a.Name] = given[a.Name]
		if a.Read == "" {
			continue
		}
		value, err := readValue(a, record)
		if failed(&response.Diagnostics, "The API answered in an unknown form.", err) {
			return
		}
		read[a.Name] = value
	}
	response.State.Raw = tftypes.NewValue(response.State.Raw.Type(), read)
}

func (d *describedDataSource) record(ctx context.Context, given values) (api.Record, error) {
	if list := d.described.List; list != nil {
		items, err := d.list(ctx, list.Call, given)
		if err != nil {
			return nil, err
		}
		all := []any{}
		for _, item := range items {
			all = append(all, item)
		}
		return api.Record{list.As: all}, nil
	}
	if given["id"].IsNull() {
		if err := d.find(ctx, given); err != nil {
			return nil, err
		}
	}
	record, err := readRecord(ctx, d.client, *d.described.Read, d.described.Absent, given, 0)
	if err == nil && record == nil {
		err = fmt.Errorf("There is none with this id.")
	}
	return record, err
}

// find puts the id of the one with the given name among the attributes.
func (d *describedDataSource) find(ctx context.Context, given values) error {
	find := d.described.Find
	if find == nil {
		return fmt.Errorf("Set id.")
	}
	name, err := textOf(given[find.Attribute])
	if err != nil {
		return err
	}
	if name == "" {
		return fmt.Errorf("Set id or %s.", find.Attribute)
	}
	items, err := d.list(ctx, find.Call, given)
	if err != nil {
		return err
	}
	for _, item := range items {
		if id, ok := item[find.ID].(string); ok && item[find.Field] == name {
			given["id"] = textValue(id)
			return nil
		}
	}
	return fmt.Errorf("There is none whose %s is %q.", find.Attribute, name)
}

func (d *describedDataSource) list(ctx context.Context, call description.Call, given values) ([]api.Record, error) {
	request, err := requestOf(call, given)
	if err != nil {
		return nil, err
	}
	return d.client.List(ctx, request)
}

func dataAttributes(attributes []description.Attribute) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, a := range attributes {
		required, optional, computed := a.Mode == "required", isGiven(a.Mode), isAnswered(a.Mode)
		switch {
		case a.Type == "number":
			all[a.Name] = schema.Float64Attribute{Computed: true, Description: a.Description}
		case a.Type == "integer":
			all[a.Name] = schema.Int64Attribute{Computed: true, Description: a.Description}
		case a.Type == "bool":
			all[a.Name] = schema.BoolAttribute{Computed: true, Description: a.Description}
		case a.Type == "set":
			all[a.Name] = schema.SetAttribute{ElementType: types.StringType, Computed: true, Description: a.Description}
		case a.Type == "object":
			all[a.Name] = schema.SingleNestedAttribute{Attributes: dataAttributes(a.Attributes), Computed: true,
				Description: a.Description}
		case a.Type == "list" && a.Attributes == nil:
			all[a.Name] = schema.ListAttribute{ElementType: types.StringType, Computed: true, Description: a.Description}
		case a.Type == "list":
			inner := schema.NestedAttributeObject{Attributes: dataAttributes(a.Attributes)}
			all[a.Name] = schema.ListNestedAttribute{NestedObject: inner, Computed: true, Description: a.Description}
		default:
			made := schema.StringAttribute{Required: required, Optional: optional, Computed: computed, Description: a.Description}
			if isGiven(a.Mode) && a.Values != nil {
				made.Validators = append(made.Validators, stringvalidator.OneOf(names(a.Values)...))
			}
			all[a.Name] = made
		}
	}
	return all
}
