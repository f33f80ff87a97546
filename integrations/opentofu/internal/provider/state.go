package provider

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"fulmar.dev/opentofu/internal/api"
	"fulmar.dev/opentofu/internal/description"
)

// state is the state after a create or an update: what was planned where that is known, otherwise the record.
func (r *describedResource) state(plan, config values, record, answer api.Record) (values, error) {
	made := values{}
	for _, a := range r.described.Attributes {
		planned := plan[a.Name]
		null := tftypes.NewValue(typeOf(a), nil)
		switch {
		case a.WriteOnly != nil:
			made[a.Name] = null
		case planned.IsFullyKnown() && (record == nil || a.Read == ""):
			made[a.Name] = planned
		case a.Read == "" && a.Mode == "computed":
			shown, err := valueOf(a, answer[a.Name])
			if err != nil {
				return nil, err
			}
			made[a.Name] = shown
		case record == nil || a.Read == "":
			made[a.Name] = null
		default:
			present, err := readValue(a, record)
			if err != nil {
				return nil, err
			}
			// A plan that promised what the service decides is kept; the next refresh shows what has become of it.
			if planned.IsFullyKnown() && (config[a.Name].IsNull() || isSame(withForm(a, plan), planned, present)) {
				present = planned
			}
			made[a.Name] = present
		}
	}
	return made, nil
}

// readValue is the value of an attribute in a record. Null if the record holds something else there. A record may leave
// out what has its default.
func readValue(a description.Attribute, record api.Record) (tftypes.Value, error) {
	if a.ReadWhen != nil {
		kind, _ := record[a.ReadWhen.Field].(string)
		if !slices.Contains(a.ReadWhen.Values, kind) {
			return tftypes.NewValue(typeOf(a), nil), nil
		}
	}
	answered, isThere := record[a.Read]
	if !isThere && a.Mode == "default" {
		return defaultOf(a)
	}
	return valueOf(a, answered)
}
