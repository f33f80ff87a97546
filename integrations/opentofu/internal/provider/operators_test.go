package provider

// What operators keep in code besides what they sell: windows of maintenance, dedicated hosts, published images.

import (
	"context"
	"os"
	"testing"

	"fulmar.dev/opentofu/internal/api"
)

// record is what the API answers of a resource of operators.
func record(t *testing.T, path string) map[string]any {
	t.Helper()
	found, err := client().Send(context.Background(), api.Request{Method: "GET", Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestMaintenanceIsAnnouncedMovedAndTakenBack(t *testing.T) {
	p := installed(t, nil)
	name := "fulmar_operator_announcement"
	given := values{"kind": textValue("maintenance"), "title": textValue(" Work on the network "), "text": textValue("Some seconds."),
		"starts_at": textValue("2099-01-01T22:00:00+01:00"), "ends_at": textValue("2099-01-02T02:00:00Z")}
	state, diagnostics := p.apply(name, nil, given)
	p.must(diagnostics)
	p.mustEqual(name, "the plan after it", state, p.plan(name, p.read(name, state), given).PlannedState)
	id := p.text(name, state, "id")
	given["ends_at"], given["level"] = textValue("2099-01-02T04:00:00Z"), textValue("warning")
	state, diagnostics = p.apply(name, state, given)
	p.must(diagnostics)
	path := "/operator/announcements/" + id
	if found := record(t, path); found["ends_at"] != "2099-01-02T04:00:00.000Z" || found["level"] != "warning" ||
		found["starts_at"] != "2099-01-01T21:00:00.000Z" || found["title"] != "Work on the network" {
		t.Fatalf("the announcement is %v", found)
	}
	if p.text(name, state, "id") != id {
		t.Fatal("a window that moves is another announcement")
	}
	_, diagnostics = p.apply(name, state, nil)
	p.must(diagnostics)
	if _, err := client().Send(context.Background(), api.Request{Method: "GET", Path: path}); err == nil {
		t.Fatal("the announcement is still there")
	}
}

func TestAHostIsDedicatedAndTakenBack(t *testing.T) {
	p := installed(t, nil)
	name, host := "fulmar_operator_host_dedication", os.Getenv("FULMAR_TEST_HOST")
	given := values{"host_id": textValue(host), "organization_id": textValue(os.Getenv("FULMAR_TEST_ORGANIZATION"))}
	state, diagnostics := p.apply(name, nil, given)
	p.must(diagnostics)
	p.mustEqual(name, "the plan after it", state, p.plan(name, p.read(name, state), given).PlannedState)
	if found := record(t, "/operator/hosts/"+host); found["dedicated_organization_id"] != os.Getenv("FULMAR_TEST_ORGANIZATION") {
		t.Fatalf("the host is %v", found)
	}
	_, diagnostics = p.apply(name, state, nil)
	p.must(diagnostics)
	if found := record(t, "/operator/hosts/"+host); found["dedicated_organization_id"] != nil {
		t.Fatalf("the host is %v", found)
	}
}

func TestAnImageIsPublishedAndNoLonger(t *testing.T) {
	p := installed(t, nil)
	name, image := "fulmar_operator_image_publication", os.Getenv("FULMAR_TEST_IMAGE")
	given := values{"template_id": textValue(image)}
	state, diagnostics := p.apply(name, nil, given)
	p.must(diagnostics)
	p.mustEqual(name, "the plan after it", state, p.plan(name, p.read(name, state), given).PlannedState)
	if found := record(t, "/operator/images/"+image); found["published"] != true {
		t.Fatalf("the image is %v", found)
	}
	_, diagnostics = p.apply(name, state, nil)
	p.must(diagnostics)
	if found := record(t, "/operator/images/"+image); found["published"] != false {
		t.Fatalf("the image is %v", found)
	}
}
