package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"fulmar.dev/opentofu/internal/description"
)

// changeMembers removes and adds the items of attributes whose items have operations of their own.
func (r *describedResource) changeMembers(ctx context.Context, plan, state values) error {
	for _, members := range r.described.Members {
		if !plan[members.Attribute].IsFullyKnown() {
			continue
		}
		had, err := itemsOf(state[members.Attribute])
		if err != nil {
			return err
		}
		wanted, err := itemsOf(plan[members.Attribute])
		if err != nil {
			return err
		}
		if err := r.callForEach(ctx, members.Remove, members.Attribute, without(had, wanted), plan); err != nil {
			return err
		}
		if err := r.callForEach(ctx, members.Add, members.Attribute, without(wanted, had), plan); err != nil {
			return err
		}
	}
	return nil
}

func (r *describedResource) callForEach(ctx context.Context, call description.Call, attribute string, items []string, plan values) error {
	for _, item := range items {
		attributes := maps.Clone(plan)
		attributes[attribute] = textValue(item)
		request, err := requestOf(call, attributes)
		if err != nil {
			return err
		}
		answer, err := r.client.Send(ctx, request)
		if err != nil {
			return err
		}
		if err := r.ended(ctx, answer); err != nil {
			return err
		}
	}
	return nil
}

func itemsOf(set tftypes.Value) ([]string, error) {
	var items []string
	list, err := jsonOf(set)
	if err != nil || list == nil {
		return nil, err
	}
	for _, item := range list.([]any) {
		items = append(items, fmt.Sprint(item))
	}
	return items, nil
}

func without(items, others []string) []string {
	return slices.DeleteFunc(slices.Clone(items), func(item string) bool { return slices.Contains(others, item) })
}
