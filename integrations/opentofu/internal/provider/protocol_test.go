package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"fulmar.dev/opentofu/internal/api"
	"fulmar.dev/opentofu/internal/description"
)

// described reads the description that the provider is built with.
func described(t *testing.T) *description.Provider {
	t.Helper()
	text, err := os.ReadFile("../../resources.json")
	if err != nil {
		t.Fatal(err)
	}
	all, err := description.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// plugin is the provider as OpenTofu speaks to it.
type plugin struct {
	t      *testing.T
	server tfprotov6.ProviderServer
	schema *tfprotov6.GetProviderSchemaResponse
}

func start(t *testing.T) *plugin {
	t.Helper()
	server, err := providerserver.NewProtocol6WithError(New(described(t), "test")())()
	if err != nil {
		t.Fatal(err)
	}
	schema, err := server.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	p := &plugin{t, server, schema}
	p.must(schema.Diagnostics)
	return p
}

func (p *plugin) must(diagnostics []*tfprotov6.Diagnostic) {
	p.t.Helper()
	for _, diagnostic := range diagnostics {
		if diagnostic.Severity == tfprotov6.DiagnosticSeverityError {
			p.t.Fatalf("%s\n%s\n%s", diagnostic.Summary, diagnostic.Detail, diagnostic.Attribute)
		}
	}
}

// installed starts the provider against the API of the environment, which `npm run tofu` starts.
func installed(t *testing.T, through func(http.Handler) http.Handler) *plugin {
	t.Helper()
	base, token, workspace := os.Getenv("FULMAR_API_URL"), os.Getenv("FULMAR_TOKEN"), os.Getenv("FULMAR_WORKSPACE")
	if base == "" {
		t.Skip("There is no API: `npm test` and `npm run tofu` start one and run this test, too.")
	}
	if through != nil {
		target, err := url.Parse(strings.TrimSuffix(base, "/v1"))
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(through(httputil.NewSingleHostReverseProxy(target)))
		t.Cleanup(server.Close)
		base = server.URL
	}
	p := start(t)
	p.must(p.configured(values{"api_url": textValue(base), "token": textValue(token), "workspace_id": textValue(workspace)}))
	return p
}

// configured is what the provider says to the settings in its block. What is not given is null.
func (p *plugin) configured(given values) []*tfprotov6.Diagnostic {
	p.t.Helper()
	kind := p.schema.Provider.ValueType()
	null := tftypes.NewValue(tftypes.String, nil)
	all := values{"api_url": null, "token": null, "workspace_id": null, "operator_token": null}
	maps.Copy(all, given)
	config := tftypes.NewValue(kind, all)
	answer, err := p.server.ConfigureProvider(context.Background(), &tfprotov6.ConfigureProviderRequest{Config: p.packed(kind, config)})
	if err != nil {
		p.t.Fatal(err)
	}
	return answer.Diagnostics
}

func (p *plugin) packed(kind tftypes.Type, value tftypes.Value) *tfprotov6.DynamicValue {
	p.t.Helper()
	packed, err := tfprotov6.NewDynamicValue(kind, value)
	if err != nil {
		p.t.Fatal(err)
	}
	return &packed
}

func (p *plugin) typeOf(name string) tftypes.Object {
	return p.schema.ResourceSchemas[name].ValueType().(tftypes.Object)
}

// configuration is an object of a resource's type: what is not given is null.
func (p *plugin) configuration(name string, given values) tftypes.Value {
	kind := p.typeOf(name)
	all := values{}
	for attribute, inner := range kind.AttributeTypes {
		all[attribute] = tftypes.NewValue(inner, nil)
		if value, ok := given[attribute]; ok {
			all[attribute] = value
		}
	}
	return tftypes.NewValue(kind, all)
}

// plan plans as OpenTofu does: a nil configuration deletes, and there may be nothing before.
func (p *plugin) plan(name string, prior *tfprotov6.DynamicValue, given values) *tfprotov6.PlanResourceChangeResponse {
	p.t.Helper()
	plan := p.planned(name, prior, given)
	p.must(plan.Diagnostics)
	return plan
}

// planned is a plan that may be refused.
func (p *plugin) planned(name string, prior *tfprotov6.DynamicValue, given values) *tfprotov6.PlanResourceChangeResponse {
	p.t.Helper()
	prior, config := p.priorAnd(name, prior, given)
	proposed := config
	if given != nil {
		proposed = p.packed(p.typeOf(name), p.proposed(name, prior, given))
	}
	plan, err := p.server.PlanResourceChange(context.Background(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: name, PriorState: prior, ProposedNewState: proposed, Config: config,
		ClientCapabilities: &tfprotov6.PlanResourceChangeClientCapabilities{},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return plan
}

// priorAnd are the state before and the configuration: null is nothing.
func (p *plugin) priorAnd(name string, prior *tfprotov6.DynamicValue, given values) (before, config *tfprotov6.DynamicValue) {
	kind := p.typeOf(name)
	nothing := p.packed(kind, tftypes.NewValue(kind, nil))
	before, config = nothing, nothing
	if prior != nil {
		before = prior
	}
	if given != nil {
		config = p.packed(kind, p.configuration(name, given))
	}
	return before, config
}

// apply plans and applies. As OpenTofu does, it refuses a state that is not what was planned.
func (p *plugin) apply(name string, prior *tfprotov6.DynamicValue, given values) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic) {
	p.t.Helper()
	plan := p.plan(name, prior, given)
	prior, config := p.priorAnd(name, prior, given)
	answer, err := p.server.ApplyResourceChange(context.Background(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: name, PriorState: prior, PlannedState: plan.PlannedState, PlannedPrivate: plan.PlannedPrivate, Config: config,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	made := p.attributes(name, answer.NewState)
	for attribute, planned := range p.attributes(name, plan.PlannedState) {
		if len(answer.Diagnostics) == 0 && planned.IsFullyKnown() && !made[attribute].Equal(planned) {
			p.t.Errorf("%s was planned as %s and is %s", attribute, planned, made[attribute])
		}
	}
	return answer.NewState, answer.Diagnostics
}

// proposed is what OpenTofu proposes: the configuration, and what is computed as in the prior state.
func (p *plugin) proposed(name string, prior *tfprotov6.DynamicValue, given values) tftypes.Value {
	before := p.attributes(name, prior)
	for _, attribute := range p.schema.ResourceSchemas[name].Block.Attributes {
		value, isGiven := given[attribute.Name]
		switch {
		case attribute.WriteOnly:
			before[attribute.Name] = tftypes.NewValue(attribute.Type, nil)
		case isGiven:
			before[attribute.Name] = value
		case !attribute.Computed:
			delete(before, attribute.Name)
		}
	}
	return p.configuration(name, before)
}

// read refreshes a state.
func (p *plugin) read(name string, state *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	p.t.Helper()
	answer, err := p.server.ReadResource(context.Background(), &tfprotov6.ReadResourceRequest{TypeName: name, CurrentState: state})
	if err != nil {
		p.t.Fatal(err)
	}
	p.must(answer.Diagnostics)
	return answer.NewState
}

// source reads a data source.
func (p *plugin) source(name string, given values) values {
	p.t.Helper()
	kind := p.schema.DataSourceSchemas[name].ValueType().(tftypes.Object)
	all := values{}
	for attribute, inner := range kind.AttributeTypes {
		all[attribute] = tftypes.NewValue(inner, nil)
	}
	maps.Copy(all, given)
	config := p.packed(kind, tftypes.NewValue(kind, all))
	answer, err := p.server.ReadDataSource(context.Background(), &tfprotov6.ReadDataSourceRequest{TypeName: name, Config: config})
	if err != nil {
		p.t.Fatal(err)
	}
	p.must(answer.Diagnostics)
	object, err := answer.State.Unmarshal(kind)
	if err != nil {
		p.t.Fatal(err)
	}
	read, err := attributesOf(object)
	if err != nil {
		p.t.Fatal(err)
	}
	return read
}

func (p *plugin) attributes(name string, state *tfprotov6.DynamicValue) values {
	p.t.Helper()
	object, err := state.Unmarshal(p.typeOf(name))
	if err != nil {
		p.t.Fatal(err)
	}
	attributes, err := attributesOf(object)
	if err != nil {
		p.t.Fatal(err)
	}
	return attributes
}

func (p *plugin) text(name string, state *tfprotov6.DynamicValue, attribute string) string {
	p.t.Helper()
	text, err := textOf(p.attributes(name, state)[attribute])
	if err != nil {
		p.t.Fatal(err)
	}
	return text
}

func number(value int64) tftypes.Value { return tftypes.NewValue(tftypes.Number, value) }

// fraction is a number as OpenTofu reads it from a configuration.
func (p *plugin) fraction(text string) tftypes.Value {
	p.t.Helper()
	value, err := valueOf(description.Attribute{Type: "number"}, json.Number(text))
	if err != nil {
		p.t.Fatal(err)
	}
	return value
}

func client() *api.Client {
	tokens := api.Tokens{Workspace: os.Getenv("FULMAR_TOKEN"), Operator: os.Getenv("FULMAR_OPERATOR_TOKEN")}
	return api.New(os.Getenv("FULMAR_API_URL"), tokens, os.Getenv("FULMAR_WORKSPACE"), "test")
}

func TestTheDescriptionIsServed(t *testing.T) {
	p := start(t)
	for _, resource := range described(t).Resources {
		if p.schema.ResourceSchemas["fulmar_"+resource.Name] == nil {
			t.Errorf("there is no fulmar_%s", resource.Name)
		}
	}
	for _, source := range described(t).DataSources {
		if p.schema.DataSourceSchemas["fulmar_"+source.Name] == nil {
			t.Errorf("there is no data source fulmar_%s", source.Name)
		}
	}
}

func TestAProviderWithoutSettingsSaysWhichOnesItNeeds(t *testing.T) {
	for _, name := range []string{"FULMAR_API_URL", "FULMAR_TOKEN", "FULMAR_WORKSPACE", "FULMAR_OPERATOR_TOKEN"} {
		t.Setenv(name, "")
	}
	p := start(t)
	if said := p.configured(nil); len(said) != 3 {
		t.Fatalf("it says %v", said)
	}
	// An operator needs no workspace.
	if said := p.configured(values{"operator_token": textValue("svc_prod_operator_x")}); len(said) != 1 {
		t.Fatalf("to an operator it says %v", said)
	}
}

func TestAnOperatorNeedsNoWorkspace(t *testing.T) {
	p := installed(t, nil)
	operator := os.Getenv("FULMAR_OPERATOR_TOKEN")
	t.Setenv("FULMAR_TOKEN", "")
	t.Setenv("FULMAR_WORKSPACE", "")
	base := textValue(os.Getenv("FULMAR_API_URL"))
	p.must(p.configured(values{"api_url": base, "operator_token": textValue(operator)}))
	book, diagnostics := p.apply("fulmar_operator_price_book", nil, values{"book_id": textValue("protocol"), "name": textValue("Protocol")})
	p.must(diagnostics)
	_, diagnostics = p.apply("fulmar_operator_price_book", book, nil)
	p.must(diagnostics)
	volume := values{"name": textValue("protocol"), "size_gb": number(1), "site_id": textValue("site-ams-1")}
	_, diagnostics = p.apply("fulmar_volume", nil, volume)
	if len(diagnostics) != 1 || !strings.Contains(diagnostics[0].Detail, "needs token and workspace_id") {
		t.Fatalf("of a volume it says %v", diagnostics)
	}
}

func TestOperatorsSellAPlan(t *testing.T) {
	p := installed(t, nil)
	name := "fulmar_operator_plan"
	set := func(items ...string) tftypes.Value {
		var all []tftypes.Value
		for _, item := range items {
			all = append(all, textValue(item))
		}
		return tftypes.NewValue(tftypes.Set{ElementType: tftypes.String}, all)
	}
	given := values{"plan_id": textValue("protocol-2"), "name": textValue("Protocol 2"), "cpu": number(2), "ram_mb": number(4096),
		"disk_gb": number(40), "hourly_price": textValue("0.0125")}
	state, diagnostics := p.apply(name, nil, given)
	p.must(diagnostics)
	p.mustEqual(name, "the plan after it", state, p.plan(name, p.read(name, state), given).PlannedState)
	given["name"], given["site_ids"] = textValue("Protocol two"), set("site-fra-1", "site-ams-1")
	state, diagnostics = p.apply(name, state, given)
	p.must(diagnostics)
	path := "/operator/plans/protocol-2"
	record, err := client().Send(context.Background(), api.Request{Method: "GET", Path: path})
	if err != nil || record["name"] != "Protocol two" || len(record["site_ids"].([]any)) != 2 {
		t.Fatalf("the plan is %v, %v", record, err)
	}
	p.mustEqual(name, "the plan after the change", state, p.plan(name, p.read(name, state), given).PlannedState)
	// A price changes at an hour, in a price book.
	given["hourly_price"] = textValue("0.02")
	refused := p.planned(name, state, given).Diagnostics
	if len(refused) != 1 || refused[0].Attribute.String() != `AttributeName("hourly_price")` {
		t.Fatalf("of another price it says %v", refused)
	}
	_, diagnostics = p.apply(name, state, nil)
	p.must(diagnostics)
	if record, err = client().Send(context.Background(), api.Request{Method: "GET", Path: path}); err != nil || record["retired"] != true {
		t.Fatalf("the plan is %v, %v", record, err)
	}
	organizations := p.source("fulmar_operator_organizations", nil)
	var found []tftypes.Value
	if organizations["operator_organizations"].As(&found) != nil || len(found) == 0 {
		t.Fatalf("the organizations are %s", organizations)
	}
}

func TestATaxRateIsSpelledInManyWays(t *testing.T) {
	p := installed(t, nil)
	name := "fulmar_operator_tax_rate"
	given := values{"country": textValue("LI"), "name": textValue(" MWST "), "percent": textValue("08.10"), "valid_from": textValue("2099-01-01")}
	state, diagnostics := p.apply(name, nil, given)
	p.must(diagnostics)
	p.mustEqual(name, "the plan after it", state, p.plan(name, p.read(name, state), given).PlannedState)
	_, diagnostics = p.apply(name, state, nil)
	p.must(diagnostics)
}

func TestAVolumeIsMadeOnceThoughConnectionsBreak(t *testing.T) {
	var requests, creates atomic.Int32
	p := installed(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/volumes") {
				creates.Add(1)
			}
			// The API carries the request out, and its answer is lost.
			if requests.Add(1)%2 == 1 {
				next.ServeHTTP(httptest.NewRecorder(), r)
				panic(http.ErrAbortHandler)
			}
			next.ServeHTTP(w, r)
		})
	})
	given := values{"name": textValue("protocol-once"), "size_gb": number(1), "site_id": textValue("site-ams-1")}
	state, diagnostics := p.apply("fulmar_volume", nil, given)
	p.must(diagnostics)
	if creates.Load() < 2 {
		t.Fatalf("the create was sent %d times", creates.Load())
	}
	if got := p.text("fulmar_volume", state, "type") + " " + p.text("fulmar_volume", state, "status"); got != "ssd available" {
		t.Fatalf("the volume is %s", got)
	}
	given["size_gb"] = number(2)
	given["name"] = textValue("protocol-grown")
	id := p.text("fulmar_volume", state, "id")
	state, diagnostics = p.apply("fulmar_volume", state, given)
	p.must(diagnostics)
	record, err := client().Send(context.Background(), api.Request{Method: "GET", Path: "/block-storage/volumes/" + id})
	if err != nil || record["name"] != "protocol-grown" || p.text("fulmar_volume", state, "size_gb") != "2" {
		t.Fatalf("the volume is %v, %v", record, err)
	}
	_, diagnostics = p.apply("fulmar_volume", state, nil)
	p.must(diagnostics)
	left, err := client().List(context.Background(), api.Request{Method: "GET", Path: "/block-storage/volumes"})
	if err != nil || len(left) != 0 {
		t.Fatalf("left are %v, %v", left, err)
	}
}

func TestANumberMayHaveAFraction(t *testing.T) {
	p := installed(t, nil)
	name := "fulmar_alert_rule"
	given := values{"name": textValue("protocol"), "metric": textValue("vm_cpu_percent"), "threshold": p.fraction("0.5")}
	state, diagnostics := p.apply(name, nil, given)
	p.must(diagnostics)
	path := "/alert-rules/" + p.text(name, state, "id")
	for _, text := range []string{"99.9", "0.1", "1e-3", "5", "100"} {
		given["threshold"] = p.fraction(text)
		state, diagnostics = p.apply(name, state, given)
		p.must(diagnostics)
		p.mustEqual(name, "the plan after "+text, state, p.plan(name, state, given).PlannedState)
		// Somebody sets another fraction elsewhere. The next plan sees it, and an apply mends it.
		if _, err := client().Send(context.Background(), api.Request{Method: "PATCH", Path: path, Body: map[string]any{"threshold": 33.3}}); err != nil {
			t.Fatal(err)
		}
		state = p.read(name, state)
		if seen := p.text(name, state, "threshold"); seen != "33.3" {
			t.Fatalf("it reads %s", seen)
		}
		state, diagnostics = p.apply(name, state, given)
		p.must(diagnostics)
		record, err := client().Send(context.Background(), api.Request{Method: "GET", Path: path})
		if err != nil || !p.fraction(fmt.Sprint(record["threshold"])).Equal(given["threshold"]) {
			t.Fatalf("%s is %v, %v", text, record["threshold"], err)
		}
	}
	source := p.source(name, values{"id": textValue(p.text(name, state, "id"))})
	if !source["threshold"].Equal(given["threshold"]) {
		t.Fatalf("the data source reads %s", source["threshold"])
	}
	_, diagnostics = p.apply(name, state, nil)
	p.must(diagnostics)
}

func TestALargerPlanAndItsDiskAreOneChange(t *testing.T) {
	var resizes atomic.Int32
	p := installed(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/resize-root-disk") {
				resizes.Add(1)
			}
			next.ServeHTTP(w, r)
		})
	})
	name := "fulmar_cloud_vm"
	given := values{"name": textValue("protocol-grown"), "plan_id": textValue("plan-nano"), "template_id": textValue("debian-13")}
	var state *tfprotov6.DynamicValue
	for _, step := range []struct {
		plan    string
		disk    int64
		resizes int32
	}{{"plan-nano", 20, 0}, {"plan-small", 40, 0}, {"plan-medium", 100, 1}, {"plan-medium", 120, 2}, {"plan-small", 140, 3}} {
		given["plan_id"], given["disk_gb"] = textValue(step.plan), number(step.disk)
		after, diagnostics := p.apply(name, state, given)
		p.must(diagnostics)
		state = after
		p.mustEqual(name, "the plan after it", state, p.plan(name, p.read(name, state), given).PlannedState)
		record, err := client().Send(context.Background(),
			api.Request{Method: "GET", Path: "/compute/cloud-vms/" + p.text(name, state, "id")})
		if err != nil || record["plan_id"] != step.plan || record["disk_gb"] != json.Number(fmt.Sprint(step.disk)) {
			t.Fatalf("it has %v and %v, %v", record["plan_id"], record["disk_gb"], err)
		}
		if resizes.Load() != step.resizes {
			t.Fatalf("the disk was resized %d times", resizes.Load())
		}
	}
	_, diagnostics := p.apply(name, state, nil)
	p.must(diagnostics)
}

func TestAPlanRefusesToShrink(t *testing.T) {
	p := installed(t, nil)
	for name, given := range map[string]values{
		"fulmar_volume":   {"name": textValue("protocol-shrunk"), "site_id": textValue("site-ams-1")},
		"fulmar_cloud_vm": {"name": textValue("protocol-shrunk"), "plan_id": textValue("plan-nano"), "template_id": textValue("debian-13")},
		"fulmar_gpu_vm":   {"name": textValue("protocol-shrunk"), "plan_id": textValue("plan-gpu-l4-1"), "template_id": textValue("debian-13")},
	} {
		size, replaced := "disk_gb", "template_id"
		if name == "fulmar_volume" {
			size, replaced = "size_gb", "site_id"
		}
		given[size] = number(2000)
		state, diagnostics := p.apply(name, nil, given)
		p.must(diagnostics)
		given[size] = number(1999)
		refused := p.planned(name, state, given).Diagnostics
		if len(refused) != 1 || refused[0].Attribute.String() != `AttributeName("`+size+`")` ||
			!strings.Contains(refused[0].Detail, size+" is 2000 and can only grow: set 2000 or more.") {
			t.Errorf("%s says %v", name, refused)
		}
		// What is made anew may have any size.
		other := maps.Clone(given)
		other[replaced] = textValue("another")
		p.plan(name, state, other)
		_, diagnostics = p.apply(name, state, nil)
		p.must(diagnostics)
	}
}

func TestASecretIsSentAndNeverStored(t *testing.T) {
	p := installed(t, nil)
	always := tftypes.NewValue(tftypes.Bool, true)
	store, diagnostics := p.apply("fulmar_secret_store", nil, values{"name": textValue("protocol"), "destroy_on_delete": always})
	p.must(diagnostics)
	id := p.text("fulmar_secret_store", store, "id")
	given := values{"store_id": textValue(id), "key": textValue("password"), "value_wo": textValue("first"), "destroy_on_delete": always}
	secret, diagnostics := p.apply("fulmar_secret", nil, given)
	p.must(diagnostics)
	path := "/secret-store/stores/" + id + "/secrets/" + p.text("fulmar_secret", secret, "id") + "/value"
	valueIs := func(want string) {
		t.Helper()
		record, err := client().Send(context.Background(), api.Request{Method: "GET", Path: path})
		if err != nil || record["value"] != want {
			t.Fatalf("the value is %v, %v", record["value"], err)
		}
		if !p.attributes("fulmar_secret", secret)["value_wo"].IsNull() {
			t.Fatal("the state has the value")
		}
	}
	valueIs("first")
	// A value alone is not compared with anything; its number is.
	given["value_wo"] = textValue("second")
	secret, diagnostics = p.apply("fulmar_secret", secret, given)
	p.must(diagnostics)
	valueIs("first")
	given["value_wo_version"] = number(2)
	secret, diagnostics = p.apply("fulmar_secret", secret, given)
	p.must(diagnostics)
	valueIs("second")
	_, diagnostics = p.apply("fulmar_secret", secret, nil)
	p.must(diagnostics)
	_, diagnostics = p.apply("fulmar_secret_store", store, nil)
	p.must(diagnostics)
}

func TestARefusalNamesTheAttribute(t *testing.T) {
	p := installed(t, nil)
	given := values{"name": textValue("protocol"), "site_id": textValue("site-ams-1"), "cidr": textValue("10.0.0.1/16")}
	_, diagnostics := p.apply("fulmar_vpc", nil, given)
	if len(diagnostics) != 1 || diagnostics[0].Attribute.String() != `AttributeName("cidr")` ||
		diagnostics[0].Summary != "The VPC could not be created." || !strings.Contains(diagnostics[0].Detail, "code invalid_request, request ") {
		t.Fatalf("it says %v", diagnostics)
	}
}

func TestAVMThatCannotBootIsInTheState(t *testing.T) {
	p := installed(t, nil)
	given := values{"name": textValue("fail-at-boot-instance--protocol"), "plan_id": textValue("plan-nano"), "template_id": textValue("debian-13")}
	state, diagnostics := p.apply("fulmar_cloud_vm", nil, given)
	if len(diagnostics) != 1 || !strings.Contains(diagnostics[0].Detail, "failed.") {
		t.Fatalf("it says %v", diagnostics)
	}
	if p.text("fulmar_cloud_vm", state, "id") == "" {
		t.Fatal("the state has no id")
	}
	_, diagnostics = p.apply("fulmar_cloud_vm", state, nil)
	p.must(diagnostics)
}
