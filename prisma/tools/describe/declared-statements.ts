import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { onDeclaration } from "../../src/statement.ts";

const ROOT = join(import.meta.dirname, "../../..");

export interface DeclaredStatement {
  readonly name: string;
  readonly text: string;
  /** The names of its parameters. */
  readonly parameters: readonly string[];
  /** Columns that are never NULL according to the author, where the database cannot tell. */
  readonly present: readonly string[];
  /** The declaring file, relative to the root. */
  readonly file: string;
}

/**
 * All statements of the programs, ordered by name. Imports every module that declares one.
 * @throws when two have the same name, which is the key of a plan
 */
export async function declaredStatements(): Promise<readonly DeclaredStatement[]> {
  const found = new Map<string, DeclaredStatement>();
  onDeclaration((statement, present) => {
    const { name, text, parameters } = statement;
    const declared = { name, text, parameters, present, file: declaringFile() };
    const other = found.get(statement.name);
    if (other !== undefined && other.text !== statement.text)
      throw new Error(`Two statements are called ${statement.name}: in ${other.file} and ${declared.file}.`);
    found.set(statement.name, declared);
  });
  for (const file of modules()) await import(pathToFileURL(join(ROOT, file)).href);
  return [...found.values()].filter(({ name }) => name !== "").sort((one, other) => (one.name < other.name ? -1 : 1));
}

function modules(): string[] {
  const files = globSync("{packages,apps}/*/src/**/*.ts", {
    cwd: ROOT,
    exclude: (path) => path.includes("node_modules"),
  });
  return files
    .filter(
      (file) =>
        !file.endsWith(".test.ts") && /\b(statement|lookup|inEachOrder)\(/.test(readFileSync(join(ROOT, file), "utf8")),
    )
    .sort();
}

/** The module whose evaluation declares the statement: the outermost frame of the stack. */
function declaringFile(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const places = new Error("declared here").stack?.match(/file:\/\/[^\s)]+?\.ts/g) ?? [];
  Error.stackTraceLimit = stackTraceLimit;
  const files = places
    .map((place) => relative(ROOT, fileURLToPath(place)))
    .filter((file) => /^(packages|apps)\/[^/]+\/src\//.test(file));
  return files.at(-1) ?? "";
}
