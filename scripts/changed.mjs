// `npm test -- --changed`: which tests a change can reach, by the imports between files and the tables of statements.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { command } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

const CORE = "packages/core/src";
/**
 * A file that imports as many families, or the tables of several, puts the product together: what it reaches is not
 * followed.
 */
const FAMILIES_OF_A_HUB = 6;
const TABLES_OF_A_HUB = 2;
const TABLE_OF_A_FAMILY = /^import .*\w(Handlers|Sagas|Reconcilers)\b.* from/gm;
/** A table that as many families write is no sign that they depend on each other: operations, audit and the like. */
const WRITERS_OF_A_SHARED_TABLE = 4;
const TEST = /\.test\.tsx?$/;
const SOURCE = /\.(tsx?|mjs)$/;
/** Nothing that is run depends on these; their own checks do. */
const WITHOUT_TESTS = /^(LICENSE|\.ci\/|scripts\/(test-time|skipped-in-ci)\.json$|docs\/pictures\/)/;
const DOCUMENT = /\.md$/;
const OF_DOCUMENTS = ["scripts/docs.test.ts", "apps/api/test/guides/guides.test.ts"];
const BROWSER_TEST = /^e2e\//;

/**
 * @param since a commit; undefined: the last one. What is not committed counts too.
 * @returns `tests`, the files to run; undefined: all. `operations`, those to which the tables over all operations are
 * limited; undefined: all. `lines` say what is run, what is left out and why.
 */
export async function testsOfChange(since = "HEAD") {
  const git = async (...args) =>
    (await command("git", args, { cwd: inProject(), env: environment() })).split("\n").filter(Boolean);
  const changed = [
    ...(await git("diff", "--name-only", since)),
    ...(await git("ls-files", "--others", "--exclude-standard")),
  ];
  const files = [...new Set([...(await git("ls-files")), ...changed])].filter((file) => existsSync(inProject(file)));
  return selectTests(
    changed,
    sourcesOf(files, (file) => readFileSync(inProject(file), "utf8")),
  );
}

/** The texts of source files, and who uses which, for `selectTests`. */
export function sourcesOf(files, read) {
  const texts = new Map(files.filter((file) => SOURCE.test(file)).map((file) => [file, read(file)]));
  return { texts, importers: importersOf(texts) };
}

/** The same for a list of changed files. */
export function selectTests(changed, { texts, importers }) {
  const relevant = changed.filter((file) => !WITHOUT_TESTS.test(file));
  const unknown = relevant.filter((file) => !texts.has(file) && !DOCUMENT.test(file));
  if (unknown.length > 0) return everything(`${unknown[0]} is no source file: anything may depend on it`);

  const families = readdirSync(inProject(CORE), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  const hubs = new Set([...texts.keys()].filter((file) => isHub(texts.get(file), families)));
  const { reached, met } = reach(relevant, importers, hubs);
  const tests = new Set([...reached].filter((file) => TEST.test(file)));
  if (relevant.some((file) => DOCUMENT.test(file))) for (const file of OF_DOCUMENTS) tests.add(file);

  const inCore = [...reached].filter((file) => file.startsWith(`${CORE}/`));
  const ground = inCore.find((file) => isGround(familyOf(file)));
  if (met.size > 0 && ground !== undefined)
    return everything(`the change reaches ${ground}, on which all families stand`);
  // The folders of other packages have the names of families, too.
  const parts = [...reached]
    .filter((file) => !TEST.test(file) && /^(packages\/(contract|core|providers|trpc)|apps\/api)\/src\//.test(file))
    .flatMap((file) => file.split("/"));
  const direct = new Set(families.filter((family) => parts.includes(family)));
  const tables = ownTables(relevant, texts);
  const operations = [...direct].flatMap((family) => operationsOf(family, texts));
  // Behind a hub, tests are those of the families that the change reaches, and those that name what it writes.
  const behind = [...reach(met, importers, new Set()).reached].filter((file) => TEST.test(file) && !tests.has(file));
  const words = [...tables.map((table) => `${table}s?`), ...operations.map((id) => `"${id.replace(".", "\\.")}"`)];
  const named = words.length > 0 ? new RegExp(`\\b(${words.join("|")})\\b|${words.at(-1)}`) : /$^/;
  const isReached = (file) =>
    file.split("/").some((part) => direct.has(part)) ||
    (operations.length > 0 && /\beachOperation\b/.test(texts.get(file))) ||
    named.test(texts.get(file));
  const others = behind.filter((file) => !isReached(file));
  for (const file of behind) if (isReached(file)) tests.add(file);
  const left = [...texts.keys()].filter((file) => TEST.test(file) && !tests.has(file));
  const list = (items) => [...items].toSorted((one, other) => (one < other ? -1 : 1)).join(", ");
  return {
    tests: [...tests].filter((file) => !BROWSER_TEST.test(file)),
    operations,
    lines: [
      `${relevant.length} changed files reach ${reached.size} files and ${tests.size} files of tests.`,
      ...(direct.size > 0 ? [`Families: ${list(direct)}.`] : []),
      ...(tables.length > 0 ? [`Tests that name what it writes: ${list(tables)}.`] : []),
      ...(operations.length > 0 ? [`The tables over all operations run for ${operations.length} of them.`] : []),
      `Left out: ${left.length} files of tests, of which ${others.length} reach the change only where everything is ` +
        "put together; browser tests, drills, the walk over real machines and PostgreSQL 17.",
    ],
  };
}

function everything(why) {
  return { tests: undefined, operations: undefined, lines: [`Every file of tests runs: ${why}.`] };
}

/**
 * The files that use each file at run time. What a face exports is used by whom it imports it from there. Types are
 * left out, because they are checked everywhere.
 */
function importersOf(texts) {
  const packages = packagesIn(texts);
  const imports = new Map();
  const exported = new Map();
  for (const [file, text] of texts) {
    const found = [];
    const names = new Map();
    for (const [, verb, clause, from] of text.matchAll(STATEMENT)) {
      const target = resolve(file, from, texts, packages);
      if (target === undefined) continue;
      const used = namesIn(clause);
      found.push({ target, used });
      if (verb === "export" && used !== undefined)
        for (const name of used) names.set(name.as, { target, name: name.own });
    }
    for (const [, from] of text.matchAll(/\bimport\(\s*"([^"]+)"/g)) {
      const target = resolve(file, from, texts, packages);
      if (target !== undefined) found.push({ target, used: undefined });
    }
    imports.set(file, found);
    exported.set(file, names);
  }
  const importers = new Map();
  const add = (target, file) => importers.set(target, (importers.get(target) ?? new Set()).add(file));
  for (const [file, found] of imports)
    for (const { target, used } of found) {
      if (used === undefined) add(target, file);
      // An import for its effect, or of types alone, has no names.
      for (const { own } of used ?? []) add(originOf(target, own, exported), file);
    }
  return importers;
}

/** `import a, { b as c } from "x"` and `export { b } from "x"`, without those of types. */
const STATEMENT = /^(import|export)\s+(?!type\b)([^;"']*?)\s*(?:\bfrom\s*)?"([^"]+)"/gm;

/** The names of a clause, `[{ own, as }]`, without types; undefined: all that the file has. */
function namesIn(clause) {
  const [, inner] = /\{([\s\S]*)\}/.exec(clause) ?? [];
  if (inner === undefined || /^\s*\w/.test(clause)) return undefined;
  return inner
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !part.startsWith("type "))
    .map((part) => part.split(/\s+as\s+/))
    .map(([own, as = own]) => ({ own, as }));
}

/** The file that a name comes from, through the faces that export it. */
function originOf(file, name, exported) {
  const next = exported.get(file)?.get(name);
  return next === undefined ? file : originOf(next.target, next.name, exported);
}

/** The file of each entry of the workspace's packages, such as `@fulmar/core/worker`. */
function packagesIn(texts) {
  const folders = new Set([...texts.keys()].map((file) => /^((apps|packages)\/[^/]+|prisma|e2e)\//.exec(file)?.[1]));
  const entries = new Map();
  for (const folder of folders) {
    const manifest = folder && inProject(folder, "package.json");
    if (!manifest || !existsSync(manifest)) continue;
    const { name, exports = {} } = JSON.parse(readFileSync(manifest, "utf8"));
    for (const [entry, value] of Object.entries(exports)) {
      const path = typeof value === "string" ? value : (value.default ?? value.import);
      if (typeof path === "string") entries.set(join(name, entry), join(folder, path));
    }
  }
  return entries;
}

function resolve(file, from, texts, packages) {
  if (packages.has(from)) return packages.get(from);
  const path = from.startsWith("@/")
    ? join("apps/console/src", from.slice(2))
    : from.startsWith(".")
      ? join(dirname(file), from)
      : undefined;
  return path && [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((each) => texts.has(each));
}

/** The files that import the given ones, directly or not, without what only hubs reach; and the hubs that were met. */
function reach(from, importers, hubs) {
  const reached = new Set(from);
  const met = new Set();
  for (const file of reached) {
    for (const importer of importers.get(file) ?? []) {
      if (hubs.has(importer)) met.add(importer);
      else reached.add(importer);
    }
  }
  return { reached, met };
}

function isHub(text, families) {
  const folders = new Set(Array.from(text.matchAll(/from "[^"]*?\/?([a-z-]+)\/[^/"]+"/g), ([, folder]) => folder));
  const imported = families.filter((family) => !isGround(family) && folders.has(family)).length;
  return (
    imported >= FAMILIES_OF_A_HUB || (imported > 1 && (text.match(TABLE_OF_A_FAMILY)?.length ?? 0) >= TABLES_OF_A_HUB)
  );
}

function familyOf(file) {
  const [family, ...inside] = relative(CORE, file).split("/");
  return inside.length > 0 ? family : undefined;
}

/** Whether all families stand on it (CONTRIBUTING.md, "A family of core has a face"). */
function isGround(family) {
  return ["request", "query", "work", undefined].includes(family);
}

const filesOf = (family, texts) => [...texts].filter(([file]) => file.startsWith(`${CORE}/${family}/`));

/** The operations whose handlers a family lists. */
function operationsOf(family, texts) {
  return filesOf(family, texts).flatMap(([, text]) =>
    Array.from(text.matchAll(/^\s*"([a-z][A-Za-z]*\.[a-z][A-Za-z]*)":/gm), ([, id]) => id),
  );
}

/** The tables that changed files of core write and that few families do. */
function ownTables(changed, texts) {
  const writers = new Map();
  for (const [file, text] of texts) {
    if (!file.startsWith(`${CORE}/`)) continue;
    for (const table of writtenIn(text)) writers.set(table, (writers.get(table) ?? new Set()).add(familyOf(file)));
  }
  const written = changed
    .filter((file) => file.startsWith(`${CORE}/`))
    .flatMap((file) => [...writtenIn(texts.get(file))]);
  return [...new Set(written)].filter((table) => writers.get(table).size < WRITERS_OF_A_SHARED_TABLE);
}

/** The tables that the statements of a file write. */
function writtenIn(text) {
  return new Set(Array.from(text.matchAll(/\b(?:INSERT INTO|UPDATE|DELETE FROM) ([a-z_]+)\b/g), ([, table]) => table));
}
