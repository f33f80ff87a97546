package provider

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"fulmar.dev/opentofu/internal/api"
	"fulmar.dev/opentofu/internal/description"
)

var param = regexp.MustCompile(`\{([a-z_]+)\}`)

// requestOf fills in path and query of a call from attributes. Its body has the call's constants only.
func requestOf(call description.Call, attributes values) (api.Request, error) {
	params := map[string]string{}
	for _, sent := range call.Params {
		text, err := textOf(attributes[sent.Attribute])
		if err != nil {
			return api.Request{}, err
		}
		if text == "" {
			return api.Request{}, fmt.Errorf("%s needs %s", call.Operation, sent.Attribute)
		}
		params[sent.Field] = text
	}
	query := url.Values{}
	for _, sent := range call.Query {
		text, err := textOf(attributes[sent.Attribute])
		if err != nil {
			return api.Request{}, err
		}
		if text != "" {
			query.Set(sent.Field, text)
		}
	}
	request := api.Request{Method: call.Method, Path: pathOf(call.Path, params), Query: query, Key: call.Key}
	if call.Constants != nil {
		request.Body = call.Constants
	}
	return request, nil
}

func pathOf(template string, params map[string]string) string {
	return param.ReplaceAllStringFunc(template, func(found string) string {
		return url.PathEscape(params[found[1:len(found)-1]])
	})
}

// fieldOf is the value of a field of the body. A document is sent as such, though the attribute is its text.
func fieldOf(sent description.Sent, attributes values) (any, error) {
	value, err := jsonOf(attributes[sent.Attribute])
	text, isText := value.(string)
	if err != nil || !sent.JSON || !isText {
		return value, err
	}
	document, err := documentOf(text)
	if err != nil {
		return nil, fmt.Errorf("%s is not JSON (use jsonencode): %w", sent.Attribute, err)
	}
	return document, nil
}

// creation is the body of a create: everything that has a value, and null where something must be sent.
func creation(call description.Call, attributes values) (map[string]any, error) {
	body := map[string]any{}
	for _, sent := range call.Body {
		value, err := fieldOf(sent, attributes)
		if err != nil {
			return nil, err
		}
		if value != nil || sent.Always {
			body[sent.Field] = value
		}
	}
	return body, nil
}

// change is the body of an update: what has changed, or all if anything has and the call is whole. Nil if nothing has.
func change(call description.Call, attributes values, changed map[string]bool) (map[string]any, error) {
	body := map[string]any{}
	isChanged := false
	for _, sent := range call.Body {
		isChanged = isChanged || changed[sent.Attribute]
		if !call.Whole && !changed[sent.Attribute] {
			continue
		}
		value, err := fieldOf(sent, attributes)
		if err != nil {
			return nil, err
		}
		if value != nil || sent.Nullable {
			body[sent.Field] = value
		}
	}
	if !isChanged || len(body) == 0 {
		return nil, nil
	}
	return body, nil
}

// changes are the attributes that an update has to send: those that differ from the state, and secrets that are not
// stored where the attribute that triggers them does.
func changes(attributes []description.Attribute, plan, state values) map[string]bool {
	changed := map[string]bool{}
	for _, a := range attributes {
		name := a.Name
		if a.WriteOnly != nil {
			name = a.WriteOnly.Trigger
		}
		changed[a.Name] = plan[name].IsKnown() && !isSame(withForm(a, plan), plan[name], state[name])
	}
	return changed
}

// withSecrets are attributes with those that are in the configuration alone, since they are never stored.
func withSecrets(attributes []description.Attribute, plan, config values) values {
	all := maps.Clone(plan)
	for _, a := range attributes {
		if a.WriteOnly != nil {
			all[a.Name] = config[a.Name]
		}
	}
	return all
}

func textValue(text string) tftypes.Value { return tftypes.NewValue(tftypes.String, text) }
