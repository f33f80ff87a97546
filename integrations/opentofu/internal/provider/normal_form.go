package provider

import (
	_ "embed"
	"encoding/json"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"golang.org/x/net/idna"

	"fulmar.dev/opentofu/internal/description"
)

// normalForms are the forms that the API keeps texts in: packages/contract/src/values/normal-form.ts has the same.
var normalForms = map[string]func(string) string{
	"cidr":       rangeForm,
	"decimal":    decimalForm,
	"lower":      strings.ToLower,
	"moment":     momentForm,
	"origin":     originForm,
	"ssh-key":    sshKeyForm,
	"time-zone":  timeZoneForm,
	"trim":       strings.TrimSpace,
	"vat-number": vatNumberForm,
}

var betweenParts = regexp.MustCompile(`[\s\p{Z}.-]`)

func vatNumberForm(text string) string {
	return strings.ToUpper(betweenParts.ReplaceAllString(text, ""))
}

func rangeForm(text string) string {
	address, length, hasLength := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "/")
	if !hasLength {
		length = "32"
		if strings.Contains(address, ":") {
			length = "128"
		}
	}
	if parsed, err := netip.ParseAddr(address); err == nil {
		address = parsed.String()
	}
	return address + "/" + length
}

var decimal = regexp.MustCompile(`^0*(\d+)(?:\.(\d*?)0*)?$`)

func decimalForm(text string) string {
	text = strings.TrimSpace(text)
	found := decimal.FindStringSubmatch(text)
	switch {
	case found == nil:
		return text
	case found[2] == "":
		return found[1]
	default:
		return found[1] + "." + found[2]
	}
}

func momentForm(text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return at.UTC().Truncate(time.Millisecond).Format("2006-01-02T15:04:05.000Z")
}

// originForm is a URL's scheme and host, with a port that is not the scheme's own.
func originForm(text string) string {
	text = strings.TrimSpace(text)
	parsed, err := url.Parse(text)
	if err != nil || parsed.Host == "" {
		return text
	}
	host := strings.ToLower(parsed.Hostname())
	if address, err := netip.ParseAddr(host); err == nil && address.Is6() {
		host = "[" + address.String() + "]"
	} else if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii
	}
	port := strings.TrimLeft(parsed.Port(), "0")
	if port != "" && port != ownPorts[parsed.Scheme] {
		host += ":" + port
	}
	return parsed.Scheme + "://" + host
}

var ownPorts = map[string]string{"http": "80", "https": "443"}

//go:embed time_zones.json
var timeZoneNames []byte

// timeZones are the names of the IANA database by their small letters.
var timeZones = sync.OnceValue(func() map[string]string {
	var names []string
	if err := json.Unmarshal(timeZoneNames, &names); err != nil {
		panic(err)
	}
	known := make(map[string]string, len(names))
	for _, name := range names {
		known[strings.ToLower(name)] = name
	}
	return known
})

func timeZoneForm(text string) string {
	name := strings.TrimSpace(text)
	if known, isKnown := timeZones()[strings.ToLower(name)]; isKnown {
		return known
	}
	return name
}

var sshKey = regexp.MustCompile(`^([^\s\x{a0}]+)[\t \x{a0}]+([^\s\x{a0}]+)[\t \x{a0}]*(.*)$`)

// sshKeyForm has a space between type, key and comment. Spaces in the comment are the user's.
func sshKeyForm(text string) string {
	line := strings.TrimSpace(text)
	found := sshKey.FindStringSubmatch(line)
	if found == nil {
		return line
	}
	return strings.TrimSpace(found[1] + " " + found[2] + " " + strings.ReplaceAll(found[3], "\t", " "))
}

// isSame says whether two values of an attribute mean the same: texts whose normal forms are equal, JSON documents with
// other white space, objects and lists with such in them.
func isSame(a description.Attribute, one, other tftypes.Value) bool {
	if one.Equal(other) {
		return true
	}
	if !one.IsKnown() || !other.IsKnown() || one.IsNull() || other.IsNull() {
		return false
	}
	switch a.Type {
	case "string", "json":
		textOne, errOne := plainText(one)
		textOther, errOther := plainText(other)
		return errOne == nil && errOther == nil && isSameText(a, textOne, textOther)
	case "object":
		return isSameObject(a.Attributes, one, other)
	case "list", "set":
		return isSameList(a, one, other)
	default:
		return false
	}
}

func isSameText(a description.Attribute, one, other string) bool {
	if a.Type == "json" {
		documentOne, errOne := documentOf(one)
		documentOther, errOther := documentOf(other)
		return errOne == nil && errOther == nil && reflect.DeepEqual(documentOne, documentOther)
	}
	form, isKept := normalForms[a.Normal]
	return isKept && form(one) == form(other)
}

func isSameObject(attributes []description.Attribute, one, other tftypes.Value) bool {
	innerOne, errOne := attributesOf(one)
	innerOther, errOther := attributesOf(other)
	return errOne == nil && errOther == nil && !slices.ContainsFunc(attributes, func(a description.Attribute) bool {
		return !isSame(a, innerOne[a.Name], innerOther[a.Name])
	})
}

func isSameList(a description.Attribute, one, other tftypes.Value) bool {
	var itemsOne, itemsOther []tftypes.Value
	if one.As(&itemsOne) != nil || other.As(&itemsOther) != nil {
		return false
	}
	item := itemOf(a)
	isIn := func(items []tftypes.Value, value tftypes.Value) bool {
		return slices.ContainsFunc(items, func(each tftypes.Value) bool { return isSame(item, each, value) })
	}
	// Two spellings of a text in a set are one item of it.
	if a.Type == "set" {
		return !slices.ContainsFunc(itemsOne, func(each tftypes.Value) bool { return !isIn(itemsOther, each) }) &&
			!slices.ContainsFunc(itemsOther, func(each tftypes.Value) bool { return !isIn(itemsOne, each) })
	}
	return slices.EqualFunc(itemsOne, itemsOther, func(each, as tftypes.Value) bool { return isSame(item, each, as) })
}

// itemOf describes the items of a list or a set.
func itemOf(a description.Attribute) description.Attribute {
	if a.Attributes != nil {
		return description.Attribute{Name: a.Name, Type: "object", Attributes: a.Attributes}
	}
	return description.Attribute{Name: a.Name, Type: "string", Normal: a.Normal}
}
