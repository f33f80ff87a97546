package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Error is an answer that is no success, with what the API says about it.
type Error struct {
	Status    int
	Detail    string       `json:"detail"`
	Code      string       `json:"code"`
	RequestID string       `json:"request_id"`
	Fields    []FieldError `json:"errors"`
	Blockers  []Blocker    `json:"blockers"`
}

// FieldError says what is wrong with a field, which is named by its dotted path.
type FieldError struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Blocker is a resource that stands in the way. The name is empty if the token may not read it.
type Blocker struct {
	Type string `json:"type"`
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Error has all that helps: the sentence, the fields, what stands in the way, the code and the id for support.
func (e *Error) Error() string {
	var text strings.Builder
	text.WriteString(e.Detail)
	for _, field := range e.Fields {
		fmt.Fprintf(&text, "\n  %s: %s", field.Field, field.Message)
	}
	for _, blocker := range e.Blockers {
		text.WriteString("\n  blocked by the " + strings.ReplaceAll(blocker.Type, "_", " "))
		if blocker.Name == "" {
			text.WriteString(" " + blocker.ID)
			continue
		}
		fmt.Fprintf(&text, " %q (%s)", blocker.Name, blocker.ID)
	}
	fmt.Fprintf(&text, "\n\nStatus %d, code %s", e.Status, e.Code)
	if e.RequestID != "" {
		fmt.Fprintf(&text, ", request %s", e.RequestID)
	}
	return text.String()
}

// IsNotFound says whether the error is the API's 404.
func IsNotFound(err error) bool {
	e, ok := err.(*Error)
	return ok && e.Status == http.StatusNotFound
}

// IsConflict says whether the error is the API's 409.
func IsConflict(err error) bool {
	e, ok := err.(*Error)
	return ok && e.Status == http.StatusConflict
}

func errorOf(response *http.Response, body []byte) *Error {
	refusal := &Error{Status: response.StatusCode}
	if json.Unmarshal(body, refusal) != nil || refusal.Detail == "" {
		// A proxy in between answers in its own words.
		refusal.Detail = "The answer was " + response.Status + "."
		refusal.Code = "unknown"
	}
	if refusal.RequestID == "" {
		refusal.RequestID = response.Header.Get("X-Request-Id")
	}
	return refusal
}
