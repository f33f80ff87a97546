package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/float64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/float64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/objectdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"fulmar.dev/opentofu/internal/description"
)

func resourceAttributes(ctx context.Context, attributes []description.Attribute) (map[string]schema.Attribute, error) {
	all := map[string]schema.Attribute{}
	for _, attribute := range attributes {
		made, err := resourceAttribute(ctx, attribute)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", attribute.Name, err)
		}
		all[attribute.Name] = made
	}
	return all, nil
}

func resourceAttribute(ctx context.Context, a description.Attribute) (schema.Attribute, error) {
	preset, err := presetOf(ctx, a)
	if err != nil {
		return nil, err
	}
	required, optional, computed := a.Mode == "required", isGiven(a.Mode), isAnswered(a.Mode)
	switch a.Type {
	case "string", "json":
		made := schema.StringAttribute{Required: required, Optional: optional, Computed: computed, Description: a.Description,
			Sensitive: a.Sensitive, WriteOnly: a.WriteOnly != nil, Validators: oneOf(a)}
		if preset != nil {
			made.Default = stringdefault.StaticString(preset.(types.String).ValueString())
		}
		return made, nil
	case "number":
		made := schema.Float64Attribute{Required: required, Optional: optional, Computed: computed, Description: a.Description,
			Validators: betweenFractions(a)}
		if preset != nil {
			made.Default = float64default.StaticFloat64(preset.(types.Float64).ValueFloat64())
		}
		return made, nil
	case "integer":
		made := schema.Int64Attribute{Required: required, Optional: optional, Computed: computed, Description: a.Description,
			Validators: between(a)}
		if preset != nil {
			made.Default = int64default.StaticInt64(preset.(types.Int64).ValueInt64())
		}
		return made, nil
	case "bool":
		made := schema.BoolAttribute{Required: required, Optional: optional, Computed: computed, Description: a.Description}
		if preset != nil {
			made.Default = booldefault.StaticBool(preset.(types.Bool).ValueBool())
		}
		return made, nil
	case "set":
		made := schema.SetAttribute{ElementType: types.StringType, Required: required, Optional: optional, Computed: computed,
			Description: a.Description}
		if preset != nil {
			made.Default = setdefault.StaticValue(preset.(types.Set))
		}
		return made, nil
	case "object":
		inner, err := resourceAttributes(ctx, a.Attributes)
		made := schema.SingleNestedAttribute{Attributes: inner, Required: required, Optional: optional, Computed: computed,
			Description: a.Description}
		if preset != nil {
			made.Default = objectdefault.StaticValue(preset.(types.Object))
		}
		return made, err
	case "list":
		return resourceList(ctx, a, preset)
	default:
		return nil, fmt.Errorf("there is no type %q", a.Type)
	}
}

func resourceList(ctx context.Context, a description.Attribute, preset attr.Value) (schema.Attribute, error) {
	required, optional, computed := a.Mode == "required", isGiven(a.Mode), isAnswered(a.Mode)
	if a.Attributes == nil {
		made := schema.ListAttribute{ElementType: types.StringType, Required: required, Optional: optional, Computed: computed,
			Description: a.Description}
		if preset != nil {
			made.Default = listdefault.StaticValue(preset.(types.List))
		}
		return made, nil
	}
	inner, err := resourceAttributes(ctx, a.Attributes)
	made := schema.ListNestedAttribute{NestedObject: schema.NestedAttributeObject{Attributes: inner}, Required: required,
		Optional: optional, Computed: computed, Description: a.Description}
	if preset != nil {
		made.Default = listdefault.StaticValue(preset.(types.List))
	}
	return made, err
}

func isGiven(mode string) bool { return mode == "optional" || mode == "default" || mode == "filled" }

func isAnswered(mode string) bool { return mode == "default" || mode == "filled" || mode == "computed" }

// presetOf is the default as a value of the framework, or nil.
func presetOf(ctx context.Context, a description.Attribute) (attr.Value, error) {
	if a.Mode != "default" {
		return nil, nil
	}
	value, err := defaultOf(a)
	if err != nil {
		return nil, err
	}
	return frameworkType(a).ValueFromTerraform(ctx, value)
}

// defaultOf is the default of an attribute that has one.
func defaultOf(a description.Attribute) (tftypes.Value, error) {
	decoder := json.NewDecoder(bytes.NewReader(a.Default))
	decoder.UseNumber()
	var preset any
	if err := decoder.Decode(&preset); err != nil {
		return tftypes.Value{}, err
	}
	return valueOf(a, preset)
}

func frameworkType(a description.Attribute) attr.Type {
	switch a.Type {
	case "string", "json":
		return basetypes.StringType{}
	case "number":
		return basetypes.Float64Type{}
	case "integer":
		return basetypes.Int64Type{}
	case "bool":
		return basetypes.BoolType{}
	case "set":
		return basetypes.SetType{ElemType: basetypes.StringType{}}
	case "object":
		return frameworkObject(a.Attributes)
	default:
		if a.Attributes == nil {
			return basetypes.ListType{ElemType: basetypes.StringType{}}
		}
		return basetypes.ListType{ElemType: frameworkObject(a.Attributes)}
	}
}

func frameworkObject(attributes []description.Attribute) attr.Type {
	inner := map[string]attr.Type{}
	for _, attribute := range attributes {
		inner[attribute.Name] = frameworkType(attribute)
	}
	return basetypes.ObjectType{AttrTypes: inner}
}

func oneOf(a description.Attribute) []validator.String {
	if a.Values == nil || a.Mode == "computed" {
		return nil
	}
	return []validator.String{stringvalidator.OneOf(names(a.Values)...)}
}

func names(all []any) []string {
	var texts []string
	for _, value := range all {
		if text, ok := value.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

func between(a description.Attribute) []validator.Int64 {
	var all []validator.Int64
	var numbers []int64
	for _, value := range a.Values {
		if number, ok := value.(float64); ok {
			numbers = append(numbers, int64(number))
		}
	}
	if numbers != nil {
		all = append(all, int64validator.OneOf(numbers...))
	}
	if a.Minimum != nil {
		all = append(all, int64validator.AtLeast(int64(*a.Minimum)))
	}
	if a.Maximum != nil {
		all = append(all, int64validator.AtMost(int64(*a.Maximum)))
	}
	return all
}

func betweenFractions(a description.Attribute) []validator.Float64 {
	var all []validator.Float64
	if a.Minimum != nil {
		all = append(all, float64validator.AtLeast(*a.Minimum))
	}
	if a.Maximum != nil {
		all = append(all, float64validator.AtMost(*a.Maximum))
	}
	return all
}
