package provider

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"fulmar.dev/opentofu/internal/description"
)

// values are the attributes of a resource by their names.
type values = map[string]tftypes.Value

// attributesOf takes an object apart. Null has no attributes: there is no such resource yet, or any more.
func attributesOf(object tftypes.Value) (values, error) {
	attributes := values{}
	if object.IsNull() {
		return attributes, nil
	}
	if err := object.As(&attributes); err != nil {
		return nil, err
	}
	return attributes, nil
}

func typeOf(attribute description.Attribute) tftypes.Type {
	switch attribute.Type {
	case "integer", "number":
		return tftypes.Number
	case "bool":
		return tftypes.Bool
	case "object":
		return objectType(attribute.Attributes)
	case "list":
		if attribute.Attributes != nil {
			return tftypes.List{ElementType: objectType(attribute.Attributes)}
		}
		return tftypes.List{ElementType: tftypes.String}
	case "set":
		return tftypes.Set{ElementType: tftypes.String}
	default:
		return tftypes.String
	}
}

func objectType(attributes []description.Attribute) tftypes.Object {
	types := map[string]tftypes.Type{}
	for _, attribute := range attributes {
		types[attribute.Name] = typeOf(attribute)
	}
	return tftypes.Object{AttributeTypes: types}
}

// valueOf turns a value of an answer into one of the attribute's type.
func valueOf(attribute description.Attribute, answered any) (tftypes.Value, error) {
	kind := typeOf(attribute)
	if answered == nil {
		return tftypes.NewValue(kind, nil), nil
	}
	mismatch := func() (tftypes.Value, error) {
		return tftypes.Value{}, fmt.Errorf("the API answered %T as %s, which is a %s", answered, attribute.Name, attribute.Type)
	}
	switch attribute.Type {
	case "object":
		record, ok := answered.(map[string]any)
		if !ok {
			return mismatch()
		}
		return objectOf(attribute.Attributes, record)
	case "list", "set":
		items, ok := answered.([]any)
		if !ok {
			return mismatch()
		}
		item := itemOf(attribute)
		elements := []tftypes.Value{}
		for _, each := range items {
			element, err := valueOf(item, each)
			if err != nil {
				return tftypes.Value{}, err
			}
			elements = append(elements, element)
		}
		return tftypes.NewValue(kind, elements), nil
	case "integer", "number":
		number, ok := answered.(json.Number)
		if !ok {
			return mismatch()
		}
		parsed, _, err := big.ParseFloat(number.String(), 10, 512, big.ToNearestEven)
		if err != nil {
			return mismatch()
		}
		return tftypes.NewValue(kind, parsed), nil
	case "json":
		text, err := json.Marshal(answered)
		if err != nil {
			return mismatch()
		}
		return tftypes.NewValue(kind, string(text)), nil
	case "bool":
		if _, ok := answered.(bool); !ok {
			return mismatch()
		}
		return tftypes.NewValue(kind, answered), nil
	default:
		if _, ok := answered.(string); !ok {
			return mismatch()
		}
		return tftypes.NewValue(kind, answered), nil
	}
}

func objectOf(attributes []description.Attribute, record map[string]any) (tftypes.Value, error) {
	inner := values{}
	for _, attribute := range attributes {
		value, err := valueOf(attribute, record[attribute.Read])
		if err != nil {
			return tftypes.Value{}, err
		}
		inner[attribute.Name] = value
	}
	return tftypes.NewValue(objectType(attributes), inner), nil
}

// jsonOf turns a value into what is sent. What is null or unknown in an object is left out.
func jsonOf(value tftypes.Value) (any, error) {
	if value.IsNull() || !value.IsKnown() {
		return nil, nil
	}
	switch kind := value.Type(); {
	case kind.Is(tftypes.String):
		var text string
		err := value.As(&text)
		return text, err
	case kind.Is(tftypes.Bool):
		var truth bool
		err := value.As(&truth)
		return truth, err
	case kind.Is(tftypes.Number):
		var number big.Float
		err := value.As(&number)
		return json.Number(number.Text('f', -1)), err
	case kind.Is(tftypes.Object{}):
		inner := values{}
		if err := value.As(&inner); err != nil {
			return nil, err
		}
		object := map[string]any{}
		for name, each := range inner {
			field, err := jsonOf(each)
			if err != nil {
				return nil, err
			}
			if field != nil {
				object[name] = field
			}
		}
		return object, nil
	default:
		var inner []tftypes.Value
		if err := value.As(&inner); err != nil {
			return nil, err
		}
		list := []any{}
		for _, each := range inner {
			item, err := jsonOf(each)
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		return list, nil
	}
}

// textOf is a value in a path or a query.
func textOf(value tftypes.Value) (string, error) {
	field, err := jsonOf(value)
	if err != nil || field == nil {
		return "", err
	}
	return fmt.Sprint(field), nil
}

// documentOf reads a JSON object.
func documentOf(text string) (map[string]any, error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	document := map[string]any{}
	err := decoder.Decode(&document)
	return document, err
}

func plainText(value tftypes.Value) (string, error) {
	var text string
	if !value.IsKnown() || value.IsNull() || !value.Type().Is(tftypes.String) {
		return "", fmt.Errorf("no text")
	}
	err := value.As(&text)
	return text, err
}
