import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderSite } from "./build.ts";
import { inProject } from "./documents.ts";
import { addressOf } from "./page.ts";

test("every passage that the console links is there", () => {
  const passages = new Set(
    renderSite().pages.flatMap(({ page, rendered }) => [
      addressOf(page.path),
      ...rendered.headings.map(({ anchor }) => `${addressOf(page.path)}#${anchor}`),
    ]),
  );
  const sources = globSync(inProject("apps/console/src/**/*.{ts,tsx}"));
  const links = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/"(\/docs[a-z0-9/#-]*)"/g)].map(([, link = ""]) => link),
  );
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !passages.has(link))).toEqual([]);
});
