package provider

import (
	"net/netip"
	"regexp"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"golang.org/x/net/idna"

	"fulmar.dev/opentofu/internal/description"
)

// recordForms are the forms that values of DNS record sets are compared in, by their type:
// packages/contract/src/dns/record-forms.ts has the same.
var recordForms = map[string]func(string) string{
	"A":     strings.TrimSpace,
	"AAAA":  ipv6Form,
	"ALIAS": hostForm,
	"CAA":   caaForm,
	"CNAME": hostForm,
	"MX":    lastIsHostForm,
	"NS":    hostForm,
	"PTR":   hostForm,
	"SRV":   lastIsHostForm,
	"TXT":   quotedForm,
}

// recordNormal begins the name of the form of a record's values. The record's type follows.
const recordNormal = "record "

func init() {
	for kind, form := range recordForms {
		normalForms[recordNormal+kind] = form
	}
}

// withForm is the attribute with the form that its texts are compared in. That of a record's values follows from the
// record's type.
func withForm(a description.Attribute, of values) description.Attribute {
	if a.RecordType == "" {
		return a
	}
	var kind string
	if of[a.RecordType].IsKnown() && of[a.RecordType].Type().Is(tftypes.String) && of[a.RecordType].As(&kind) == nil {
		a.Normal = recordNormal + kind
	}
	return a
}

var betweenWords = regexp.MustCompile(`[ \t]+`)

func lastIsHostForm(text string) string {
	words := betweenWords.Split(strings.TrimSpace(text), -1)
	words[len(words)-1] = hostForm(words[len(words)-1])
	return strings.Join(words, " ")
}

func hostForm(text string) string {
	name := strings.ToLower(strings.TrimSuffix(strings.TrimSpace(text), "."))
	if strings.IndexFunc(name, func(letter rune) bool { return letter > '~' }) < 0 {
		return name
	}
	if ascii, err := idna.Lookup.ToASCII(name); err == nil {
		return ascii
	}
	return name
}

func ipv6Form(text string) string {
	text = strings.TrimSpace(text)
	address, err := netip.ParseAddr(text)
	if err != nil || !address.Is6() || address.Zone() != "" {
		return text
	}
	if address.Is4In6() {
		bytes := address.As16()
		group := func(at int) string {
			return strconv.FormatInt(int64(bytes[at])<<8|int64(bytes[at+1]), 16)
		}
		return "::ffff:" + group(12) + ":" + group(14)
	}
	return address.String()
}

func caaForm(text string) string {
	words := betweenWords.Split(strings.TrimSpace(text), 3)
	for len(words) < 3 {
		words = append(words, "")
	}
	value := strings.Join(betweenWords.Split(words[2], -1), " ")
	return words[0] + " " + strings.ToLower(words[1]) + " " + quotedForm(value)
}

var (
	inQuotes = regexp.MustCompile(`(?s)"((?:[^"\\]|\\.)*)"`)
	letters  = regexp.MustCompile(`(?s)\\(\d{3})|\\?(.)`)
)

// quotedForm is a text, of which one in quotes is what is between them, its parts joined (RFC 1035 §5.1).
func quotedForm(text string) string {
	if !strings.HasPrefix(text, `"`) {
		return text
	}
	var plain strings.Builder
	for _, part := range inQuotes.FindAllStringSubmatch(text, -1) {
		for _, letter := range letters.FindAllStringSubmatch(part[1], -1) {
			if letter[1] == "" {
				plain.WriteString(letter[2])
				continue
			}
			number, _ := strconv.Atoi(letter[1])
			plain.WriteByte(byte(number % 256))
		}
	}
	return strings.ToValidUTF8(plain.String(), "\uFFFD")
}
