package provider

import (
	"context"
	"slices"
	"strconv"

	"fulmar.dev/opentofu/internal/api"
	"fulmar.dev/opentofu/internal/description"
)

// read reads the record, or nil if the resource does not exist.
func (r *describedResource) read(ctx context.Context, attributes values, seconds int) (api.Record, error) {
	return readRecord(ctx, r.client, r.described.Read, r.described.Absent, attributes, seconds)
}

func readRecord(ctx context.Context, client *api.Client, call description.Read, absent []description.Absence, attributes values, seconds int) (api.Record, error) {
	request, err := requestOf(call.Call, attributes)
	if err != nil {
		return nil, err
	}
	if call.Held && seconds > 0 {
		request.Query.Set("wait", strconv.Itoa(seconds))
	}
	record, err := fetched(ctx, client, call, request, attributes)
	if api.IsNotFound(err) {
		return nil, nil
	}
	if err != nil || isAbsent(absent, record) {
		return nil, err
	}
	return record, nil
}

func fetched(ctx context.Context, client *api.Client, call description.Read, request api.Request, attributes values) (api.Record, error) {
	if call.List == nil {
		return client.Send(ctx, request)
	}
	var items []any
	if call.List.At == "" {
		page, err := client.List(ctx, request)
		if err != nil {
			return nil, err
		}
		for _, item := range page {
			items = append(items, item)
		}
	} else {
		owner, err := client.Send(ctx, request)
		if err != nil {
			return nil, err
		}
		items, _ = owner[call.List.At].([]any)
	}
	id, err := textOf(attributes["id"])
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if record, ok := item.(api.Record); ok && record[call.List.Field] == id {
			return record, nil
		}
	}
	return nil, nil
}

func isAbsent(absent []description.Absence, record api.Record) bool {
	if record == nil {
		return true
	}
	for _, absence := range absent {
		value, isThere := record[absence.Field]
		if absence.IsSet && value != nil || isThere && slices.Contains(absence.Values, value) {
			return true
		}
	}
	return false
}
