import type { DeclaredStatement } from "./declared-statements.ts";
import type { StatementDescription } from "./describe-statement.ts";

const HEADING =
  "// Written by `npm run describe` from what the database says of each statement (docs/adr/0029). Do not edit.\n";

/**
 * The text of each generated file by name: one for each family of core, one for each other package, and `index.ts` that
 * combines them.
 */
export function generatedFiles(
  described: readonly (DeclaredStatement & StatementDescription)[],
): ReadonlyMap<string, string> {
  const families = Map.groupBy(described, ({ file }) => familyOf(file));
  const names = [...families.keys()].sort((one, other) => (one < other ? -1 : 1));
  const files = names.map((family) => [`${family}.ts`, familyText(family, families.get(family) ?? [])] as const);
  return new Map([...files, ["index.ts", indexText(names)]]);
}

/** `packages/core/src/billing/price-list.ts` → `billing`; `apps/object-store/src/health.ts` → `object-store`. */
function familyOf(file: string): string {
  const [, folder = "", , family = ""] = file.split("/");
  return folder === "core" && !family.endsWith(".ts") ? family : folder;
}

function interfaceOf(family: string): string {
  return `${family.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Statements`;
}

function familyText(family: string, statements: readonly (DeclaredStatement & StatementDescription)[]): string {
  const entries = statements.map(({ name, values, row }) => {
    const columns = row.map((column) => `\n      ${column.name}: ${column.type};`).join("");
    return `  ${/^\w+$/.test(name) ? name : JSON.stringify(name)}: {\n    values: readonly [${values.join(", ")}];\n    row: {${columns === "" ? "" : `${columns}\n    `}};\n  };\n`;
  });
  return `${HEADING}export interface ${interfaceOf(family)} {\n${entries.join("")}}\n`;
}

function indexText(families: readonly string[]): string {
  const imports = families.map((family) => `import type { ${interfaceOf(family)} } from "./${family}.ts";\n`).join("");
  const all = families.map((family) => `\n    ${interfaceOf(family)}`).join(",");
  return `${HEADING}${imports}\n/** By the name of a statement, what it takes and what it answers. */\nexport interface StatementTypes\n  extends${all} {}\n`;
}
