import type { Operation } from "../declaration/operation.ts";
import { inSentence } from "../declaration/resource.ts";
import { SCOPES } from "../declaration/scopes.ts";
import { OPERATOR_SCOPES, operatorScopeOf } from "../operator/roles.ts";

/** What an operation does and which scopes it needs, in Markdown: the text of the reference page and of the SDK. */
export function operationText(operation: Operation): string {
  return [operation.description, scopeText(operation), ...besides(operation)]
    .filter((text) => text !== undefined)
    .join("\n\n");
}

function scopeText(operation: Operation): string {
  if (operation.audience === "operator") {
    const scope = operatorScopeOf(operation);
    return `Scope: \`${scope}\` (${inSentence(OPERATOR_SCOPES[scope])}).`;
  }
  if (operation.scope === null) return "Any valid token.";
  return `Scope: \`${operation.scope}\` (${inSentence(SCOPES[operation.scope])}).`;
}

/** A sentence for each scope that a field needs besides, with the values of the field that need it. */
function besides({ scope, references }: Operation): string[] {
  const needed = references
    .filter((reference) => reference.scope !== scope)
    .map(({ field, where: { [field]: value, ...others } = {}, scope: also, strict = false }) => {
      const when = Object.entries(others).map(([name, other]) => ` with \`${name}\` \`${other}\``);
      const where = strict ? " if the organization has `strict_scopes`" : "";
      return { field, value, needs: `${when.join("")} also needs the scope \`${also}\`${where}.` };
    });
  return [...Map.groupBy(needed, ({ field, needs }) => `\`${field}\`${needs}`).values()].flatMap((alike) => {
    const values = alike.flatMap(({ value }) => (value === undefined ? [] : [`\`${value}\``]));
    return alike
      .slice(0, 1)
      .map(({ field, needs }) => `\`${field}\`${values.length === 0 ? "" : ` ${inList(values)}`}${needs}`);
  });
}

function inList(some: readonly string[]): string {
  return some.join(", ").replace(/, ([^,]+)$/, " or $1");
}
