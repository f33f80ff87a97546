package provider

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

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
				reasonOf(operation), operation["error_code"])
		}
	}
	return fmt.Errorf("The operation %s has not ended after %s.", id, longest)
}

// atRest waits until nothing changes the resource any more. It returns the record.
func (r *describedResource) atRest(ctx context.Context, attributes values) (api.Record, error) {
	var failedSince time.Time
	until := time.Now().Add(longest)
	for attempt := 0; ; attempt++ {
		record, err := r.read(ctx, attributes, hold)
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
