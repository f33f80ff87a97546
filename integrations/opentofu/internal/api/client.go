// Package api speaks to Fulmar's REST API.
package api

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// patience is how long a request is repeated while the API is busy or cannot be reached. A VM may hold others up for
// as long as its own operation takes.
const patience = 20 * time.Minute

// reach is how long a request is repeated while nothing answers. It is longer than a few answers may take.
const reach = 5 * time.Minute

// answering is how long an answer may take. The API holds one for half a minute where it is asked to.
const answering = 90 * time.Second

// passing are the codes of conflicts that end by themselves: something else is changing the resource.
var passing = []string{"operation_in_progress", "volume_busy", "vm_not_ready", "snapshot_not_ready"}

// Tokens are those of one workspace, and of the operators' paths. Each may be absent.
type Tokens struct {
	Workspace string
	Operator  string
}

// Client sends requests for one workspace, and for operators. It may be used by many goroutines.
type Client struct {
	base      string
	tokens    Tokens
	workspace string
	agent     string
	http      *http.Client
}

// New makes a client. The URL may end in /v1 or not.
func New(baseURL string, tokens Tokens, workspace, agent string) *Client {
	base := strings.TrimSuffix(strings.TrimRight(baseURL, "/"), "/v1")
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	return &Client{base + "/v1", tokens, workspace, agent, &http.Client{Transport: transport, Timeout: answering}}
}

// Request is a request below /v1.
type Request struct {
	Method string
	Path   string
	Query  url.Values
	// Body is sent as JSON, unless it is nil.
	Body any
	// Key says whether it has an idempotency key. All repetitions have the same one.
	Key bool
}

// Record is an object of an answer. Its numbers are json.Number.
type Record = map[string]any

// Send sends a request and reads the record that answers it. It repeats the request while the API is busy, asks to
// wait, cannot be reached, or answers that something else is changing the resource.
func (c *Client) Send(ctx context.Context, request Request) (Record, error) {
	var record Record
	_, err := c.repeat(ctx, request, &record)
	return record, err
}

// List reads all pages of a list.
func (c *Client) List(ctx context.Context, request Request) ([]Record, error) {
	var all []Record
	for {
		var page []Record
		header, err := c.repeat(ctx, request, &page)
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
		cursor := nextCursor(header.Get("Link"))
		if cursor == "" {
			return all, nil
		}
		query := url.Values{}
		for name, values := range request.Query {
			query[name] = values
		}
		query.Set("cursor", cursor)
		request.Query = query
	}
}

var next = regexp.MustCompile(`<([^>]+)>;\s*rel="next"`)

func nextCursor(link string) string {
	found := next.FindStringSubmatch(link)
	if found == nil {
		return ""
	}
	address, err := url.Parse(found[1])
	if err != nil {
		return ""
	}
	return address.Query().Get("cursor")
}

func (c *Client) repeat(ctx context.Context, request Request, into any) (http.Header, error) {
	body, err := encoded(request.Body)
	if err != nil {
		return nil, err
	}
	key := ""
	if request.Key {
		if key, err = newKey(); err != nil {
			return nil, err
		}
	}
	begun := time.Now()
	for attempt := 0; ; attempt++ {
		header, err := c.once(ctx, request, body, key, into)
		if err == nil || !passes(err) || time.Since(begun) > patienceWith(err) {
			return header, err
		}
		if err := Pause(ctx, pauseAfter(header, attempt)); err != nil {
			return nil, err
		}
	}
}

func encoded(body any) ([]byte, error) {
	if body == nil {
		return nil, nil
	}
	return json.Marshal(body)
}

func newKey() (string, error) {
	bits := make([]byte, 16)
	if _, err := rand.Read(bits); err != nil {
		return "", err
	}
	return "tofu-" + hex.EncodeToString(bits), nil
}

func (c *Client) once(ctx context.Context, request Request, body []byte, key string, into any) (http.Header, error) {
	token, query, err := c.credentials(request.Path)
	if err != nil {
		return nil, err
	}
	for name, values := range request.Query {
		query[name] = values
	}
	var reader io.Reader
	if body != nil {
		reader = bytes.NewReader(body)
	}
	sent, err := http.NewRequestWithContext(ctx, request.Method, c.base+request.Path+"?"+query.Encode(), reader)
	if err != nil {
		return nil, err
	}
	sent.Header.Set("Authorization", "Bearer "+token)
	sent.Header.Set("User-Agent", c.agent)
	if body != nil {
		sent.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		sent.Header.Set("X-Idempotency-Key", key)
	}
	response, err := c.http.Do(sent)
	if err != nil {
		return nil, &unreachable{err}
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, &unreachable{err}
	}
	if response.StatusCode >= 300 {
		return response.Header, errorOf(response, text)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return response.Header, fmt.Errorf("the answer to %s %s is no JSON: %w", request.Method, request.Path, err)
	}
	return response.Header, nil
}

// credentials are the token of a path, and the workspace that its query names.
func (c *Client) credentials(path string) (string, url.Values, error) {
	if strings.HasPrefix(path, "/operator/") {
		if c.tokens.Operator == "" {
			return "", nil, errors.New("An operator's resource needs operator_token: set it in the provider's block, or set FULMAR_OPERATOR_TOKEN.")
		}
		return c.tokens.Operator, url.Values{}, nil
	}
	if c.tokens.Workspace == "" || c.workspace == "" {
		return "", nil, errors.New("A resource of a workspace needs token and workspace_id: set them in the provider's block, or set FULMAR_TOKEN and FULMAR_WORKSPACE.")
	}
	return c.tokens.Workspace, url.Values{"workspace_id": {c.workspace}}, nil
}

// unreachable is a request without an answer, so nobody knows whether it was carried out. The key makes it safe to
// repeat a POST; repeated changes and deletions have the effect of one.
type unreachable struct{ cause error }

func (e *unreachable) Error() string { return "The API cannot be reached: " + e.cause.Error() }

func (e *unreachable) Unwrap() error { return e.cause }

func passes(err error) bool {
	switch e := err.(type) {
	case *unreachable:
		return true
	case *Error:
		busy := []int{http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}
		return slices.Contains(busy, e.Status) || e.Status == http.StatusConflict && slices.Contains(passing, e.Code)
	default:
		return false
	}
}

func patienceWith(err error) time.Duration {
	if _, ok := err.(*unreachable); ok {
		return reach
	}
	return patience
}

// pauseAfter is what Retry-After says, otherwise some 0.2 s that double with each attempt, up to some 5 s.
func pauseAfter(header http.Header, attempt int) time.Duration {
	if seconds, err := strconv.Atoi(header.Get("Retry-After")); err == nil && seconds >= 0 {
		return time.Duration(seconds)*time.Second + time.Duration(mathrand.IntN(250))*time.Millisecond
	}
	return Backoff(attempt, 5*time.Second)
}

// Backoff is the pause after an attempt: from 0.2 s, doubled each time up to the longest, and spread so that many who
// wait do not come back at once.
func Backoff(attempt int, longest time.Duration) time.Duration {
	pause := math.Min(0.2*math.Pow(2, float64(attempt)), longest.Seconds())
	return time.Duration(pause * (0.5 + mathrand.Float64()/2) * float64(time.Second))
}

// Pause waits, unless the context ends before.
func Pause(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
