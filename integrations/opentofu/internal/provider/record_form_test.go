package provider

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

const recordSet = "fulmar_dns_record_set"

// record is the configuration of a record set.
func (p *plugin) record(zone, name, kind string, texts ...string) values {
	var items []tftypes.Value
	for _, text := range texts {
		items = append(items, textValue(text))
	}
	return values{
		"zone_id": textValue(zone), "name": textValue(name), "type": textValue(kind),
		"values": tftypes.NewValue(tftypes.Set{ElementType: tftypes.String}, items),
	}
}

func TestValuesOfRecordsAreComparedByTheirType(t *testing.T) {
	p := installed(t, nil)
	zone := p.made("dns_zone", `{"name": "spelled-records.example.org"}`)
	resource := p.described("dns_record_set")
	for kind := range recordForms {
		for row, text := range spelled(t)[recordNormal+kind] {
			t.Run(fmt.Sprintf("%s/%d", kind, row), func(t *testing.T) {
				p := installed(t, nil)
				p.mustBeTheSame(resource, func(version int) values {
					return p.record(zone, fmt.Sprintf("r%d", row), kind, text.Spellings[version%len(text.Spellings)])
				})
			})
		}
	}
}

func TestARecordSetIsChangedImportedAndItsDriftIsSeen(t *testing.T) {
	p := installed(t, nil)
	zone := p.made("dns_zone", `{"name": "drifting-records.example.org"}`)
	state, diagnostics := p.apply(recordSet, nil, p.record(zone, "www", "TXT", "Case"))
	p.must(diagnostics)
	t.Cleanup(func() {
		_, diagnostics := p.apply(recordSet, state, nil)
		p.must(diagnostics)
	})
	id := p.text(recordSet, state, "id")

	// Letters count in texts, so this is a change, and of the same record set.
	state, diagnostics = p.apply(recordSet, state, p.record(zone, "www", "TXT", "case"))
	p.must(diagnostics)
	if now := p.text(recordSet, state, "id"); now != id {
		t.Errorf("a change of its values makes %s of %s", now, id)
	}
	for _, other := range []values{p.record(zone, "web", "TXT", "case"), p.record(zone, "www", "A", "203.0.113.7")} {
		if plan := p.plan(recordSet, state, other); len(plan.RequiresReplace) == 0 {
			t.Error("another name or type is another record set")
		}
	}

	answer, err := p.server.ImportResourceState(context.Background(), &tfprotov6.ImportResourceStateRequest{TypeName: recordSet, ID: zone + "/" + id})
	if err != nil {
		t.Fatal(err)
	}
	p.must(answer.Diagnostics)
	p.mustEqual(recordSet, "an import", state, p.read(recordSet, answer.ImportedResources[0].State))

	// Somebody else sets it.
	_, diagnostics = p.apply(recordSet, nil, p.record(zone, "www", "TXT", "Another"))
	p.must(diagnostics)
	var texts []tftypes.Value
	if err := p.attributes(recordSet, p.read(recordSet, state))["values"].As(&texts); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(texts, textValue("Another").Equal) {
		t.Errorf("the refreshed values are %s", texts)
	}
}
