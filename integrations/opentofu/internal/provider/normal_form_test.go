package provider

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"fulmar.dev/opentofu/internal/description"
)

// spelling is a text in spellings that mean the same, and the form that the contract writes all of them in.
type spelling struct {
	Normal    string   `json:"normal"`
	Spellings []string `json:"spellings"`
}

// spelled reads what the contract writes of each form.
func spelled(t *testing.T) map[string][]spelling {
	t.Helper()
	text, err := os.ReadFile("../../spellings.json")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]spelling{}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTheFormsAreThoseOfTheContract(t *testing.T) {
	all := spelled(t)
	if ours, theirs := slices.Sorted(maps.Keys(normalForms)), slices.Sorted(maps.Keys(all)); !slices.Equal(ours, theirs) {
		t.Fatalf("there are %v, and the contract has %v", ours, theirs)
	}
	for name, texts := range all {
		for _, text := range texts {
			for _, each := range text.Spellings {
				if written := normalForms[name](each); written != text.Normal {
					t.Errorf("%s writes %q as %q, and the contract writes %q", name, each, written, text.Normal)
				}
			}
		}
	}
}

// forms are the forms of the texts that a configuration sets, by the paths of their attributes.
func forms(attributes []description.Attribute, within string) map[string]string {
	all := map[string]string{}
	for _, a := range attributes {
		if a.Normal != "" && a.Mode != "computed" {
			all[within+a.Name] = a.Normal
		}
		maps.Copy(all, forms(a.Attributes, within+a.Name+"."))
	}
	return all
}

// plans counts the plans that tests have made.
var plans atomic.Int32

// given is a configuration of a resource, without the texts that are kept in a normal form. The resources that it
// names are made by the same provider.
func (p *plugin) given(name string) string {
	switch name {
	case "access_key":
		return `{"name": "spelled", "permission": "read"}`
	case "api_token":
		return fmt.Sprintf(`{"name": "spelled", "scopes": ["vm.read"], "workspace_policy": "specific_workspaces", "workspace_ids": [%q]}`,
			os.Getenv("FULMAR_WORKSPACE"))
	case "backup_policy":
		return fmt.Sprintf(`{"vm_id": %q, "schedule": {"hour": 3}}`, p.made("cloud_vm", p.given("cloud_vm")))
	case "cdn_custom_domain":
		return fmt.Sprintf(`{"distribution_id": %q}`,
			p.made("cdn_distribution", `{"name": "spelled", "origin_type": "custom", "origin_id": "https://origin.example.com"}`))
	case "cloud_vm":
		return `{"name": "spelled", "plan_id": "plan-nano", "template_id": "debian-13"}`
	case "dns_record_set":
		return fmt.Sprintf(`{"zone_id": %q, "type": "A", "values": ["203.0.113.7"]}`, p.made("dns_zone", `{"name": "records.example.org"}`))
	case "dns_zone":
		return `{}`
	case "firewall_rule":
		return fmt.Sprintf(`{"firewall_group_id": %q}`, p.made("firewall_group", `{"name": "spelled"}`))
	case "gpu_backup_policy":
		return fmt.Sprintf(`{"vm_id": %q, "schedule": {"hour": 3}}`, p.made("gpu_vm", p.given("gpu_vm")))
	case "gpu_vm":
		return `{"name": "spelled", "plan_id": "plan-gpu-l4-1", "template_id": "debian-13"}`
	case "load_balancer_configuration":
		return fmt.Sprintf(`{"load_balancer_id": %q, "pools": [{"name": "web", "protocol": "http"}],
			"listeners": [{"name": "https", "protocol": "https", "port": 443, "default_pool": "web"}]}`, p.balancer())
	case "load_balancer_listener":
		return fmt.Sprintf(`{"load_balancer_id": %q, "name": "https", "protocol": "https", "port": 443}`, p.balancer())
	case "operator_announcement":
		return `{"kind": "maintenance", "starts_at": "2099-01-01T00:00:00Z"}`
	case "operator_plan":
		// A plan is retired and never deleted, so each needs an id of its own.
		return fmt.Sprintf(`{"plan_id": "spelled-%d", "type": "gpu", "gpu_count": 1, "cpu": 1, "ram_mb": 1024, "disk_gb": 10}`, plans.Add(1))
	case "operator_price_book":
		return `{"book_id": "spelled"}`
	case "operator_tax_rate":
		return `{"country": "LI", "valid_from": "2099-01-01"}`
	case "secret":
		return fmt.Sprintf(`{"store_id": %q, "key": "spelled", "value_wo": "a value", "destroy_on_delete": true}`,
			p.made("secret_store", `{"name": "spelled", "destroy_on_delete": true}`))
	case "vm_group":
		return `{"name": "spelled", "desired_count": 0, "plan_id": "plan-nano", "template_id": "debian-13",
			"scaling": {"min_count": 0, "max_count": 1, "schedule": [{"time": "07:30", "count": 0}]}}`
	default:
		return `{"name": "spelled"}`
	}
}

func (p *plugin) balancer() string {
	return p.made("load_balancer", `{"name": "spelled", "site_id": "site-ams-1"}`)
}

// made is the id of a resource that ends with the test.
func (p *plugin) made(name, configuration string) string {
	p.t.Helper()
	resource := p.described(name)
	state, diagnostics := p.apply("fulmar_"+name, nil, p.valuesOf(resource.Attributes, configuration, nil))
	p.must(diagnostics)
	p.t.Cleanup(func() {
		_, diagnostics := p.apply("fulmar_"+name, state, nil)
		p.must(diagnostics)
	})
	return p.text("fulmar_"+name, state, "id")
}

func (p *plugin) described(name string) description.Resource {
	all := described(p.t).Resources
	return all[slices.IndexFunc(all, func(resource description.Resource) bool { return resource.Name == name })]
}

// valuesOf are the values of a configuration that is written as JSON, and of every text that has a normal form.
func (p *plugin) valuesOf(attributes []description.Attribute, configuration string, spell func(form string) []any) values {
	p.t.Helper()
	decoder := json.NewDecoder(strings.NewReader(configuration))
	decoder.UseNumber()
	object := map[string]any{}
	if err := decoder.Decode(&object); err != nil {
		p.t.Fatal(err)
	}
	if spell != nil {
		fill(attributes, object, spell)
	}
	all := values{}
	for _, a := range attributes {
		if _, isGiven := object[a.Name]; !isGiven {
			continue
		}
		value, err := valueOf(a, object[a.Name])
		if err != nil {
			p.t.Fatal(err)
		}
		all[a.Name] = value
	}
	return all
}

// fill sets every text that has a normal form, also in objects that are given.
func fill(attributes []description.Attribute, object map[string]any, spell func(form string) []any) {
	for _, a := range attributes {
		switch given := object[a.Name].(type) {
		case map[string]any:
			fill(a.Attributes, given, spell)
		case []any:
			for _, item := range given {
				if inner, isObject := item.(map[string]any); isObject {
					fill(a.Attributes, inner, spell)
				}
			}
		case nil:
			if a.Normal == "" || a.Mode == "computed" {
				continue
			}
			object[a.Name] = spell(a.Normal)
			if a.Type == "string" {
				object[a.Name] = spell(a.Normal)[0]
			}
		}
	}
}

// TestAnotherSpellingIsNoChange makes each resource that has texts with a normal form, with unusual spellings of all of
// them, and changes the spellings.
func TestAnotherSpellingIsNoChange(t *testing.T) {
	installed(t, nil)
	all := spelled(t)
	for _, resource := range described(t).Resources {
		// A destination is made when its bucket has answered, and none does at these endpoints.
		if resource.Name == "backup_destination" {
			continue
		}
		found := forms(resource.Attributes, "")
		rows := 0
		for _, form := range found {
			rows = max(rows, len(all[form]))
		}
		for row := range rows {
			t.Run(fmt.Sprintf("%s/%d", resource.Name, row), func(t *testing.T) {
				p := installed(t, nil)
				given := p.given(resource.Name)
				// The first text of a set is that of the row, and the others follow.
				spelledAs := func(version int) values {
					filled := 0
					configured := p.valuesOf(resource.Attributes, given, func(form string) []any {
						filled++
						var texts []any
						for index := range all[form] {
							text := all[form][(row+index)%len(all[form])].Spellings
							texts = append(texts, text[version%len(text)])
						}
						return texts
					})
					if filled < len(found) {
						t.Fatalf("the configuration has no place for all of %v", found)
					}
					return configured
				}
				p.mustBeTheSame(resource, spelledAs)
			})
		}
	}
}

func TestAnotherSpellingOfAnEndpointIsTheSame(t *testing.T) {
	for _, resource := range described(t).Resources {
		for _, a := range resource.Attributes {
			if resource.Name != "backup_destination" || a.Name != "endpoint" {
				continue
			}
			for _, text := range spelled(t)["origin"] {
				for _, each := range text.Spellings {
					if !isSameText(a, text.Normal, each) {
						t.Errorf("%q is not %q", each, text.Normal)
					}
				}
			}
			return
		}
	}
	t.Fatal("a backup destination has no endpoint")
}

// mustBeTheSame applies the first of several spellings, and finds no change in any of them.
func (p *plugin) mustBeTheSame(resource description.Resource, spelledAs func(version int) values) {
	p.t.Helper()
	name := "fulmar_" + resource.Name
	state, diagnostics := p.apply(name, nil, spelledAs(0))
	p.must(diagnostics)
	p.t.Cleanup(func() {
		_, diagnostics := p.apply(name, state, nil)
		p.must(diagnostics)
	})
	p.mustEqual(name, "a refresh", state, p.read(name, state))
	for version := range 4 {
		plan := p.plan(name, state, spelledAs(version))
		p.mustEqual(name, fmt.Sprintf("the plan of spelling %d", version), state, plan.PlannedState)
		if len(plan.RequiresReplace) > 0 {
			p.t.Errorf("spelling %d replaces for %s", version, plan.RequiresReplace)
		}
	}
}

func (p *plugin) mustEqual(name, what string, before, after *tfprotov6.DynamicValue) {
	p.t.Helper()
	was, is := p.attributes(name, before), p.attributes(name, after)
	for attribute, value := range was {
		if !is[attribute].Equal(value) {
			p.t.Errorf("%s changes %s from %s to %s", what, attribute, value, is[attribute])
		}
	}
}
