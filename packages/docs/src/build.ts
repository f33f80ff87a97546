import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { dirname, join, posix } from "node:path";
import { documents, inProject } from "./documents.ts";
import { layout } from "./layout.ts";
import { type Rendered, render } from "./markdown.ts";
import { addressOf, type Page, SECTIONS } from "./page.ts";
import { apiPages, operatorPages } from "./reference/api.ts";
import { cliPages } from "./reference/cli.ts";
import { errorsPage } from "./reference/errors.ts";
import { sdkPages } from "./reference/sdk.ts";
import { searchIndex } from "./search-index.ts";

const HERE = join(import.meta.dirname, "..");

export interface Site {
  readonly pages: readonly { readonly page: Page; readonly rendered: Rendered }[];
  /** Files that pages link, by their path in the site. */
  readonly files: ReadonlyMap<string, string>;
}

/** Renders every page. @throws Error if a page links a file that is not in the site */
export function renderSite(): Site {
  const pages = [...documents(), errorsPage(), ...apiPages(), ...cliPages(), ...sdkPages(), ...operatorPages()];
  const bySource = new Map(pages.flatMap((page) => (page.source === null ? [] : [[page.source, page] as const])));
  const files = new Map<string, string>();
  const locate = ({ source, path }: Page, link: string): string => {
    if (/^([a-z]+:|#|\/)/.test(link)) return link;
    const [file = "", anchor] = link.split("#");
    const target = posix.join(posix.dirname(source ?? ""), file);
    const fragment = anchor === undefined ? "" : `#${anchor}`;
    const page = bySource.get(target);
    if (page !== undefined) return `${addressOf(page.path)}${fragment}`;
    if (target === "docs/adr" || target === "docs/adr/") return addressOf("adr");
    if (!target.startsWith("docs/") || !existsSync(inProject(target)))
      throw new Error(`${source ?? path} links ${link}, which is no page of docs/`);
    const name = `files/${target.replace("docs/", "")}`;
    files.set(name, target);
    return addressOf(name);
  };
  return {
    pages: pages.map((page) => ({ page, rendered: render(page.markdown, (link) => locate(page, link)) })),
    files,
  };
}

/** Builds the site into a folder, which is replaced. */
export function buildSite(folder: string): Site {
  const site = renderSite();
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const inSections = Map.groupBy(
    site.pages.map(({ page }) => page),
    ({ section }) => section,
  );
  for (const { page, rendered } of site.pages)
    write(`${page.path || "index"}.html`, layout(page, inSections.get(page.section) ?? [], rendered));
  write("404.html", notFound(inSections.get("guides") ?? []));
  for (const [path, source] of site.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(inProject(source), join(folder, path));
  }
  write("assets/search.json", searchIndex(site.pages));
  write("assets/site.css", readFileSync(join(HERE, "browser/site.css"), "utf8"));
  for (const name of ["theme", "site", "search-options"]) write(`assets/${name}.js`, browserScript(name));
  const minisearch = createRequire(import.meta.url)
    .resolve("minisearch")
    .replace("/cjs/index.cjs", "/es/index.js");
  write("assets/minisearch.js", readFileSync(minisearch, "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, ""));
  return site;
}

/** A script as browsers take it: without types, and with the addresses of what it imports. */
function browserScript(name: string): string {
  return stripTypeScriptTypes(readFileSync(join(HERE, `browser/${name}.ts`), "utf8"))
    .replace('from "minisearch"', 'from "./minisearch.js"')
    .replaceAll(/from "\.\/([\w-]+)\.ts"/g, 'from "./$1.js"');
}

function notFound(pages: readonly Page[]): string {
  const page: Page = {
    path: "404",
    title: "No such page",
    section: "guides",
    group: null,
    source: null,
    markdown:
      "# No such page\n\nThere is no page at this address. Search, or begin with " +
      `[${SECTIONS.guides.title.toLowerCase()}](/docs).`,
  };
  return layout(
    page,
    pages,
    render(page.markdown, (link) => link),
  );
}
