import type { Operation } from "../declaration/operation.ts";
import { SCOPES } from "../declaration/scopes.ts";

/** What an operation does and which scopes it needs, in Markdown: the text of the reference page and of the SDK. */
export function operationText(operation: Operation): string {
  return [
    operation.description,
    operation.scope === null
      ? "Any valid token."
      : `Scope: \`${operation.scope}\` (${inSentence(SCOPES[operation.scope])}).`,
    ...operation.references
      .filter(({ scope }) => scope !== operation.scope)
      .map(
        ({ field, where, scope, strict }) =>
          `\`${field}\`${inWhich(field, where)} also needs the scope \`${scope}\`${strict === true ? " if the organization has `strict_scopes`" : ""}.`,
      ),
  ]
    .filter((text) => text !== undefined)
    .join("\n\n");
}

/** The condition of a reference: " with `origin_type` `bucket`", or the value of the field itself. */
function inWhich(field: string, where: Readonly<Record<string, string | boolean>> = {}): string {
  return Object.entries(where)
    .map(([name, value]) => (name === field ? ` \`${value}\`` : ` with \`${name}\` \`${value}\``))
    .join("");
}

/** Lowercases a title for use within a sentence: "Create VMs" becomes "create VMs". Words in capitals stay. */
function inSentence(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? `${text[0]?.toLowerCase()}${text.slice(1)}` : text;
}
