package provider

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"fulmar.dev/opentofu/internal/api"
)

// sentence is a summary of what happened to the resource: `The cloud VM could not be created.`
func (r *describedResource) sentence(what string) string {
	return "The " + nameInSentence(r.described.Title) + " " + what + "."
}

// refused tells the error of a request, at the attribute that it names. It says whether there is one.
func (r *describedResource) refused(diagnostics *diag.Diagnostics, done string, err error) bool {
	if err == nil {
		return false
	}
	summary := r.sentence("could not be " + done)
	if refusal, ok := err.(*api.Error); ok {
		for _, field := range refusal.Fields {
			root, _, _ := strings.Cut(field.Field, ".")
			for _, a := range r.described.Attributes {
				if a.Name == root && a.Mode != "computed" {
					diagnostics.AddAttributeError(path.Root(root), summary, refusal.Error())
					return true
				}
			}
		}
	}
	diagnostics.AddError(summary, err.Error())
	return true
}

// failed adds errors of the provider itself.
func failed(diagnostics *diag.Diagnostics, summary string, errs ...error) bool {
	for _, err := range errs {
		if err != nil {
			diagnostics.AddError(summary, err.Error())
		}
	}
	return diagnostics.HasError()
}

// nameInSentence writes a title small, unless it begins with an abbreviation: `cloud VM`, `VPC`.
func nameInSentence(title string) string {
	if len(title) > 1 && title[1] >= 'a' && title[1] <= 'z' {
		return strings.ToLower(title[:1]) + title[1:]
	}
	return title
}
