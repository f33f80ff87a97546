package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// serve answers the first request with the first handler, and so on; the last one answers all others.
func serve(t *testing.T, handlers ...http.HandlerFunc) (*Client, *atomic.Int32) {
	t.Helper()
	var count atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		index := int(count.Add(1)) - 1
		handlers[min(index, len(handlers)-1)](w, r)
	}))
	t.Cleanup(server.Close)
	return New(server.URL+"/v1/", Tokens{Workspace: "a-token"}, "7", "test"), &count
}

func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Request-Id", "req_1")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

func hangUp(w http.ResponseWriter, _ *http.Request) {
	connection, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		connection.Close()
	}
}

func TestEveryRequestNamesTheWorkspaceAndTheToken(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/networking/vpcs" || r.URL.Query().Get("workspace_id") != "7" || r.Header.Get("Authorization") != "Bearer a-token" {
			t.Errorf("sent %s with %s", r.URL, r.Header.Get("Authorization"))
		}
		answer(200, `{"size_gb": 10}`)(w, r)
	})
	record, err := client.Send(context.Background(), Request{Method: "GET", Path: "/networking/vpcs"})
	if err != nil || record["size_gb"] == nil {
		t.Fatalf("answered %v, %v", record, err)
	}
}

func TestARepeatedRequestKeepsItsIdempotencyKey(t *testing.T) {
	var keys []string
	noted := func(next http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			keys = append(keys, r.Header.Get("X-Idempotency-Key"))
			next(w, r)
		}
	}
	busy := `{"detail": "Busy.", "code": "operation_in_progress", "request_id": "req_1"}`
	client, _ := serve(t, noted(hangUp), noted(answer(503, "")), noted(answer(409, busy)), noted(answer(202, `{}`)))
	if _, err := client.Send(context.Background(), Request{Method: "POST", Path: "/x", Body: map[string]any{}, Key: true}); err != nil {
		t.Fatal(err)
	}
	if len(keys) != 4 || keys[0] == "" || strings.Join(keys, " ") != strings.Repeat(keys[0]+" ", 3)+keys[0] {
		t.Fatalf("the keys were %q", keys)
	}
}

func TestItWaitsAsLongAsRetryAfterSays(t *testing.T) {
	var limited time.Time
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		limited = time.Now()
		w.Header().Set("Retry-After", "1")
		answer(429, `{"detail": "Slowly.", "code": "rate_limited", "request_id": "req_1"}`)(w, r)
	}, answer(200, `{}`))
	if _, err := client.Send(context.Background(), Request{Method: "GET", Path: "/x"}); err != nil {
		t.Fatal(err)
	}
	if waited := time.Since(limited); waited < time.Second {
		t.Fatalf("it waited %s", waited)
	}
}

func TestARefusalSaysAllThatTheAPISays(t *testing.T) {
	client, count := serve(t, answer(409, `{"detail": "The VPC has subnets; delete them first.", "code": "vpc_not_empty",
		"request_id": "req_2", "blockers": [{"type": "subnet", "id": "sub_1", "name": "front"}, {"type": "load_balancer", "id": "lb_1"}]}`))
	_, err := client.Send(context.Background(), Request{Method: "DELETE", Path: "/x"})
	want := "The VPC has subnets; delete them first.\n  blocked by the subnet \"front\" (sub_1)\n  blocked by the load balancer lb_1\n\nStatus 409, code vpc_not_empty, request req_2"
	if err == nil || err.Error() != want || !IsConflict(err) {
		t.Fatalf("it says %v", err)
	}
	if count.Load() != 1 {
		t.Fatalf("it was sent %d times", count.Load())
	}
}

func TestAnAnswerOfAProxyIsARefusalToo(t *testing.T) {
	client, _ := serve(t, answer(413, "<html>Too large</html>"))
	_, err := client.Send(context.Background(), Request{Method: "POST", Path: "/x"})
	if err == nil || err.Error() != "The answer was 413 Request Entity Too Large.\n\nStatus 413, code unknown, request req_1" {
		t.Fatalf("it says %v", err)
	}
}

func TestAllPagesOfAListAreRead(t *testing.T) {
	client, _ := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", `</v1/x?cursor=second&limit=1>; rel="next"`)
		answer(200, `[{"id": "1"}]`)(w, r)
	}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("cursor") != "second" || r.URL.Query().Get("type") != "cloud" {
			t.Errorf("asked for %s", r.URL)
		}
		answer(200, `[{"id": "2"}]`)(w, r)
	})
	items, err := client.List(context.Background(), Request{Method: "GET", Path: "/x", Query: url.Values{"type": {"cloud"}}})
	if err != nil || len(items) != 2 || items[1]["id"] != "2" {
		t.Fatalf("answered %v, %v", items, err)
	}
}

func TestACancelledRequestIsNotRepeated(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	client, count := serve(t, func(w http.ResponseWriter, r *http.Request) {
		cancel()
		answer(503, "")(w, r)
	})
	if _, err := client.Send(ctx, Request{Method: "GET", Path: "/x"}); err == nil {
		t.Fatal("it succeeded")
	}
	if count.Load() != 1 {
		t.Fatalf("it was sent %d times", count.Load())
	}
}
