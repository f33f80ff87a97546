// Package description reads resources.json. packages/contract/src/opentofu/description.ts, which writes it, says what
// each field means.
package description

import (
	"bytes"
	"encoding/json"
	"fmt"
)

type Provider struct {
	Operation   Operation    `json:"operation"`
	Resources   []Resource   `json:"resources"`
	DataSources []DataSource `json:"data_sources"`
}

type Operation struct {
	Path      string   `json:"path"`
	Succeeded string   `json:"succeeded"`
	Ended     []string `json:"ended"`
}

type Resource struct {
	Name       string      `json:"name"`
	Title      string      `json:"title"`
	Attributes []Attribute `json:"attributes"`
	ID         ID          `json:"id"`
	Import     []string    `json:"import"`
	Create     Call        `json:"create"`
	Read       Read        `json:"read"`
	Update     []Call      `json:"update"`
	Members    []Members   `json:"members"`
	Delete     Call        `json:"delete"`
	Absent     []Absence   `json:"absent"`
	Wait       *Wait       `json:"wait"`
}

// ID is where the id is found: a field of the answer to the create, or an attribute.
type ID struct {
	Field     string `json:"field"`
	Attribute string `json:"attribute"`
}

type Attribute struct {
	Name        string          `json:"name"`
	Type        string          `json:"type"`
	Items       string          `json:"items"`
	Normal      string          `json:"normal"`
	RecordType  string          `json:"record_type"`
	Attributes  []Attribute     `json:"attributes"`
	Mode        string          `json:"mode"`
	Default     json.RawMessage `json:"default"`
	Read        string          `json:"read"`
	ReadWhen    *ReadWhen       `json:"read_when"`
	Replace     bool            `json:"replace"`
	FirstOnly   bool            `json:"first_only"`
	Volatile    bool            `json:"volatile"`
	Grows       bool            `json:"grows"`
	Sensitive   bool            `json:"sensitive"`
	WriteOnly   *WriteOnly      `json:"write_only"`
	Description string          `json:"description"`
	Values      []any           `json:"values"`
	Minimum     *float64        `json:"minimum"`
	Maximum     *float64        `json:"maximum"`
}

type ReadWhen struct {
	Field  string   `json:"field"`
	Values []string `json:"values"`
}

type WriteOnly struct {
	Trigger string `json:"trigger"`
}

type Call struct {
	Operation string         `json:"operation"`
	Method    string         `json:"method"`
	Path      string         `json:"path"`
	Params    []Sent         `json:"params"`
	Query     []Sent         `json:"query"`
	Body      []Sent         `json:"body"`
	Constants map[string]any `json:"constants"`
	Whole     bool           `json:"whole"`
	Accepted  bool           `json:"accepted"`
	Key       bool           `json:"key"`
}

type Sent struct {
	Field     string `json:"field"`
	Attribute string `json:"attribute"`
	Nullable  bool   `json:"nullable"`
	Always    bool   `json:"always"`
	JSON      bool   `json:"json"`
}

type Read struct {
	Call
	List *List `json:"list"`
	Held bool  `json:"held"`
}

type List struct {
	At    string `json:"at"`
	Field string `json:"field"`
}

type Members struct {
	Attribute string `json:"attribute"`
	Param     string `json:"param"`
	Add       Call   `json:"add"`
	Remove    Call   `json:"remove"`
}

type Absence struct {
	Field  string `json:"field"`
	Values []any  `json:"values"`
	IsSet  bool   `json:"is_set"`
}

type Wait struct {
	Changing []string `json:"changing"`
	Failed   []string `json:"failed"`
}

type DataSource struct {
	Name       string      `json:"name"`
	Title      string      `json:"title"`
	Attributes []Attribute `json:"attributes"`
	Read       *Read       `json:"read"`
	Absent     []Absence   `json:"absent"`
	Find       *Find       `json:"find"`
	List       *Listing    `json:"list"`
}

type Find struct {
	Call      Call   `json:"call"`
	Attribute string `json:"attribute"`
	Field     string `json:"field"`
	ID        string `json:"id"`
}

type Listing struct {
	Call Call   `json:"call"`
	As   string `json:"as"`
}

// Parse reads resources.json. A field that it does not know is an error: the file is of another version.
func Parse(text []byte) (*Provider, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var described Provider
	if err := decoder.Decode(&described); err != nil {
		return nil, fmt.Errorf("the description of the resources cannot be read: %w", err)
	}
	return &described, nil
}
