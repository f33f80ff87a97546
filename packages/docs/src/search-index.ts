import MiniSearch from "minisearch";
import { SEARCH_OPTIONS } from "../browser/search-options.ts";
import type { Rendered } from "./markdown.ts";
import { addressOf, type Page, SECTIONS } from "./page.ts";

/** The search's index, as the browser loads it: an entry for each heading. */
export function searchIndex(pages: readonly { readonly page: Page; readonly rendered: Rendered }[]): string {
  const search = new MiniSearch(SEARCH_OPTIONS);
  search.addAll(
    pages.flatMap(({ page, rendered }) =>
      rendered.passages.map(({ heading, text }) => ({
        id: `${addressOf(page.path)}${heading.level === 1 ? "" : `#${heading.anchor}`}`,
        title: heading.text,
        page: page.title,
        section: SECTIONS[page.section].title,
        text,
      })),
    ),
  );
  return JSON.stringify(search);
}
