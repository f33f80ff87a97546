package provider

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"fulmar.dev/opentofu/internal/api"
	"fulmar.dev/opentofu/internal/description"
)

const (
	// hold is how many seconds the API is asked to hold an answer.
	hold = 30
	// failureLasts is how long a resource may say that it has failed: the service tries some failures again.
	failureLasts = 30 * time.Second
	// longest is how long a change may take. The API ends its operations long before.
	longest = 2 * time.Hour
)

// settled waits until a call has done its work. It returns the record.
func (r *describedResource) settled(ctx context.Context, call description.Call, answer api.Record, attributes values) (api.Record, error) {
	if call.Accepted {
		if err := r.ended(ctx, answer); err != nil {
			return nil, err
		}
	}
	return r.atRest(ctx, attributes)
}

// ended waits for the operation that an acceptance names.
func (r *describedResource) ended(ctx context.Context, acceptance api.Record) error {
	id, _ := acceptance["operation_id"].(string)
	request := api.Request{
		Method: "GET",
		Path:   pathOf(r.operation.Path, map[string]string{"operation_id": id}),
		Query:  url.Values{"wait": {strconv.Itoa(hold)}},
	}
	for until := time.Now().Add(longest); time.Now().Before(until); {
		operation, err := r.client.Send(ctx, request)
		if err != nil {
			return err
		}
		status, _ := operation["status"].(string)
		if status == r.operation.Succeeded {
			return nil
		}
		if slices.Contains(r.operation.Ended, status) {
			return fmt.Errorf("The operation %s %s.\n%v\n\nCode %v", id, strings.ReplaceAll(status, "_", " "),
				operation["error_message"], operation["error_code"])
		}
	}
	return fmt.Errorf("The operation %s has not ended after %s.", id, longest)
}

// atRest waits until nothing changes the resource any more. It returns the record.
func (r *describedResource) atRest(ctx context.Context, attributes values) (api.Record, error) {
	var failedSince time.Time
	until := time.Now().Add(longest)
	for attempt := 0; ; attempt++ {
		seconds := 0
		if r.described.Wait != nil {
			seconds = hold
		}
		record, err := r.read(ctx, attributes, seconds)
		if err != nil {
			return nil, err
		}
		if record == nil {
			return nil, fmt.Errorf("It was deleted meanwhile.")
		}
		wait := r.described.Wait
		status, _ := record["status"].(string)
		if wait == nil || !slices.Contains(wait.Changing, status) && !slices.Contains(wait.Failed, status) {
			return record, nil
		}
		if !slices.Contains(wait.Failed, status) {
			failedSince = time.Time{}
		} else if failedSince.IsZero() {
			failedSince = time.Now()
		} else if time.Since(failedSince) > failureLasts {
			return nil, fmt.Errorf("Its status is %s.\n%v", status, reasonOf(record))
		}
		if time.Now().After(until) {
			return nil, fmt.Errorf("Its status is still %s after %s.", status, longest)
		}
		if err := api.Pause(ctx, api.Backoff(attempt, 3*time.Second)); err != nil {
			return nil, err
		}
	}
}

func reasonOf(record api.Record) any {
	if reason := record["error_message"]; reason != nil {
		return reason
	}
	return "The API gives no reason."
}

// gone waits until the resource does not exist any more, so that another one may take its name.
func (r *describedResource) gone(ctx context.Context, state values) error {
	until := time.Now().Add(longest)
	for attempt := 0; ; attempt++ {
		record, err := r.read(ctx, state, 0)
		if err != nil || record == nil {
			return err
		}
		if time.Now().After(until) {
			return fmt.Errorf("It still exists after %s.", longest)
		}
		if err := api.Pause(ctx, api.Backoff(attempt, 3*time.Second)); err != nil {
			return err
		}
	}
}

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
		attributes := values{}
		for name, value := range plan {
			attributes[name] = value
		}
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

func nameInSentence(title string) string {
	if len(title) > 1 && title[1] >= 'a' && title[1] <= 'z' {
		return strings.ToLower(title[:1]) + title[1:]
	}
	return title
}
