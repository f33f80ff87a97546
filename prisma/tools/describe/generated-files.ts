import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DeclaredStatement } from "./declared-statements.ts";
import type { StatementDescription } from "./describe-statement.ts";

type Described = DeclaredStatement & StatementDescription;

const HEADING =
  "// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.\n";

const FOLDER = join(import.meta.dirname, "../../src/statements");

/** The names of the generated files that are not what the database says, or are missing or too many. */
export function staleFiles(described: readonly Described[]): readonly string[] {
  const [fresh, old] = [generatedFiles(described), written()];
  return [...new Set([...fresh.keys(), ...old.keys()])].filter((name) => fresh.get(name) !== old.get(name));
}

/** Writes the files that are stale. */
export function writeFiles(described: readonly Described[]): void {
  const fresh = generatedFiles(described);
  for (const name of staleFiles(described)) {
    const text = fresh.get(name);
    if (text === undefined) rmSync(join(FOLDER, name));
    else writeFileSync(join(FOLDER, name), text);
  }
}

function written(): ReadonlyMap<string, string> {
  mkdirSync(FOLDER, { recursive: true });
  return new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), "utf8")]));
}

/**
 * The text of each generated file by name: one for each family of core, one for each other package, and `index.ts` that
 * combines them.
 */
function generatedFiles(described: readonly Described[]): ReadonlyMap<string, string> {
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

function familyText(family: string, statements: readonly Described[]): string {
  const entries = statements.map(({ name, parameters, values, row }) => {
    const given = parameters.map((parameter, index) => `\n      readonly ${parameter}: ${values[index]};`).join("");
    const columns = row.map((column) => `\n      ${column.name}: ${column.type};`).join("");
    return `  ${/^\w+$/.test(name) ? name : JSON.stringify(name)}: {\n    values: ${given === "" ? "Record<never, never>" : `{${given}\n    }`};\n    row: {${columns === "" ? "" : `${columns}\n    `}};\n  };\n`;
  });
  return `${HEADING}export interface ${interfaceOf(family)} {\n${entries.join("")}}\n`;
}

function indexText(families: readonly string[]): string {
  const imports = families.map((family) => `import type { ${interfaceOf(family)} } from "./${family}.ts";\n`).join("");
  const all = families.map((family) => `\n    ${interfaceOf(family)}`).join(",");
  return `${HEADING}${imports}\n/** By the name of a statement, what it takes and what it answers. */\nexport interface StatementTypes\n  extends${all} {}\n`;
}
