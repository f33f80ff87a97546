// Everything named in the documentation must exist: files and folders in code spans, links and their headings. Phrases
// that the glossary refuses are nowhere in the sources.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".git", ".next", ".turbo", ".fulmar", "generated"]);
/** A source or a page by name, a file by path, or a folder of the project. */
const PATH =
  /^[\w.[\]-]+\.(?:ts|tsx|mjs|md|prisma)$|^(?:[\w[\]-][\w.[\]-]*\/)+[\w.[\]-]+\.(?:ts|tsx|mjs|css|sh|md|json|prisma|sql|yaml)$|^(?:apps|packages|prisma|e2e|docs|scripts|toolchain)\/[\w./[\]-]*$/;

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      return entry.isDirectory() ? [`${path}/`, ...filesBelow(path)] : [path];
    });
}

const pages = ["README.md", "CONTRIBUTING.md", ...filesBelow("docs").filter((path) => path.endsWith(".md"))];

/**
 * Every file and folder of the project by each suffix of its path: `packages/core/src/worker.ts`, `core/src/worker.ts`,
 * `src/worker.ts`, `worker.ts`.
 */
const ends = new Set(
  filesBelow(".").flatMap((path) =>
    path
      .replace(/\/$/, "")
      .split("/")
      .map((_, index, parts) => parts.slice(index).join("/")),
  ),
);

function withoutBlocks(page: string): string {
  return readFileSync(join(root, page), "utf8").replaceAll(/^```.*?^```$/gms, "");
}

/** The anchors that GitHub generates from headings. */
function anchorsOf(page: string): Set<string> {
  const headings = [...withoutBlocks(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

describe.each(pages)("%s", (page) => {
  test("every file and folder it names exists", () => {
    const spans = [...withoutBlocks(page).matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
    const paths = spans.filter((span) => PATH.test(span)).map((path) => path.replace(/\/$/, ""));
    expect(paths.filter((path) => !ends.has(path))).toEqual([]);
  });

  test("every link leads to an existing file and heading", () => {
    const links = [...withoutBlocks(page).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const broken = links.filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : posix.join(dirname(page), path);
      return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).has(anchor));
    });
    expect(broken).toEqual([]);
  });
});

describe("the phrases that the glossary refuses", () => {
  const glossary = readFileSync(join(root, "docs/glossary.md"), "utf8");
  const [, table = ""] = glossary.split("## Phrases that the console does not use");
  const phrases = [...table.matchAll(/^\| ("[^|]+") *\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/"([^"]+)"/g)].map(([, phrase = ""]) => phrase),
  );
  const sources = ["apps/console/src", "packages/contract/src", "packages/core/src"]
    .flatMap(filesBelow)
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8").replaceAll(/\s+/g, " ") }));

  test.each(phrases)("nobody writes “%s”", (phrase) => {
    expect(sources.filter(({ text }) => text.includes(phrase)).map(({ path }) => path)).toEqual([]);
  });
});
