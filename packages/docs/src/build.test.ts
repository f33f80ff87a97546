import { operatorCatalog, publicCatalog } from "@fulmar/contract";
import { beforeAll, expect, test } from "vitest";
import { renderSite, type Site } from "./build.ts";
import { addressOf } from "./page.ts";

let site: Site;
beforeAll(() => {
  site = renderSite();
});

test("every page has an address of its own", () => {
  const paths = site.pages.map(({ page }) => page.path);
  expect(new Set(paths).size).toBe(paths.length);
});

test("every link leads to a page, a heading or a file of the site", () => {
  const targets = new Set([
    ...[...site.files.keys()].map(addressOf),
    ...site.pages.flatMap(({ page, rendered }) => [
      addressOf(page.path),
      ...rendered.headings.map(({ anchor }) => `${addressOf(page.path)}#${anchor}`),
    ]),
  ]);
  const broken = site.pages.flatMap(({ page, rendered }) =>
    rendered.links
      .map((link) => (link.startsWith("#") ? `${addressOf(page.path)}${link}` : link))
      .filter((link) => !/^[a-z]+:/.test(link) && !targets.has(link))
      .map((link) => `${page.path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("every public operation is in the references of API, command line and SDK", () => {
  const textOf = (section: string) =>
    site.pages
      .filter(({ page }) => page.section === section)
      .map(({ page }) => page.markdown)
      .join("\n");
  const [api, sdk] = [textOf("api"), textOf("sdk")];
  for (const { method, path, id } of publicCatalog) {
    expect(api).toContain(`\`${method} /v1${path}\``);
    expect(sdk).toContain(`\n## ${id}\n`);
  }
  expect(textOf("cli").match(/^## [\w-]+ [\w-]+$/gm)).toHaveLength(publicCatalog.length);
});

test("every operation of operators is in their reference, with its command", () => {
  const pages = site.pages.filter(({ page }) => page.path.startsWith("operate/api/"));
  const text = pages.map(({ page }) => page.markdown).join("\n");
  for (const { method, path } of operatorCatalog) expect(text).toContain(`\`${method} /v1${path}\``);
  expect(text.match(/^fulmar operator [\w-]+/gm)).toHaveLength(operatorCatalog.length);
});

test("pages have neither scripts nor styles inside, which the content security policy forbids", () => {
  for (const { page, rendered } of site.pages) expect(rendered.html, page.path).not.toMatch(/<script|<style| style=/);
});
