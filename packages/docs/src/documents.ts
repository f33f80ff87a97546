import { readdirSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import type { Page, SectionName } from "./page.ts";

/** A path of the project. */
export function inProject(...path: readonly string[]): string {
  return join(import.meta.dirname, "../../..", ...path);
}

interface Place {
  readonly path: string;
  readonly section: SectionName;
  readonly group: string | null;
  readonly title?: string;
}

/** Pages with a place of their own. Every other one has the place of its folder. */
const PLACES: Readonly<Record<string, Place>> = {
  "docs/README.md": { path: "", section: "guides", group: null },
  "docs/api.md": { path: "api", section: "api", group: null },
  "docs/cli.md": { path: "cli", section: "cli", group: null },
  "docs/sdk.md": { path: "sdk", section: "sdk", group: null },
  "docs/opentofu.md": { path: "opentofu", section: "opentofu", group: null },
  "docs/opentofu-reference.md": { path: "opentofu/reference", section: "opentofu", group: null },
  "README.md": { path: "operate", section: "operate", group: null, title: "Run it" },
  "docs/architecture.md": { path: "develop", section: "develop", group: null },
  "docs/adr/README.md": { path: "adr", section: "develop", group: null },
  "CONTRIBUTING.md": { path: "develop/contributing", section: "develop", group: null },
};

/** Pages of `docs` for people who change Fulmar. The others there are for people who operate it. */
const FOR_DEVELOPERS: ReadonlySet<string> = new Set([
  "adding-an-operation",
  "console-second-round",
  "debugging",
  "glossary",
  "round-trips",
]);

function placeOf(file: string): Place {
  const own = PLACES[file];
  if (own !== undefined) return own;
  const name = basename(file, ".md");
  switch (posix.dirname(file)) {
    case "docs/start":
      return { path: `start/${name}`, section: "guides", group: "Get started" };
    case "docs/guides":
      return { path: `guides/${name}`, section: "guides", group: "Guides" };
    case "docs/adr":
      return { path: `adr/${name}`, section: "develop", group: "Decisions" };
    case "docs":
      return FOR_DEVELOPERS.has(name)
        ? { path: `develop/${name}`, section: "develop", group: null }
        : { path: `operate/${name}`, section: "operate", group: null };
    default:
      throw new Error(`${file}: pages are in docs, docs/start, docs/guides and docs/adr`);
  }
}

/**
 * Every page that is written by hand. Those that the first page of their section links stand first, in that order; the
 * others follow by name, so that a new page needs no list.
 */
export function documents(): readonly Page[] {
  const files = [
    "README.md",
    "CONTRIBUTING.md",
    ...readdirSync(inProject("docs"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => posix.join("docs", file))
      .toSorted((one, other) => one.localeCompare(other)),
  ];
  const pages = files.map((source): Page => {
    const markdown = readFileSync(inProject(source), "utf8");
    const [, title] = /^# (.+)$/m.exec(markdown) ?? [];
    if (title === undefined) throw new Error(`${source} has no title`);
    return { source, markdown, title, ...placeOf(source) };
  });
  const linked = pages
    .filter(({ path }) => path === "")
    .flatMap(({ source, markdown }) =>
      [...markdown.matchAll(/\]\(([^)#]+\.md)[)#]/g)].map(([, link = ""]) =>
        posix.join(posix.dirname(source ?? ""), link),
      ),
    );
  const rank = ({ path, section, source }: Page) => {
    if (path === "" || path === section) return -1;
    const place = linked.indexOf(source ?? "");
    return place === -1 ? linked.length : place;
  };
  return pages.toSorted((one, other) => rank(one) - rank(other));
}
