import { escaped } from "./highlight.ts";
import type { Heading } from "./markdown.ts";
import { addressOf, type Page, SECTIONS } from "./page.ts";

const LOGO =
  '<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">' +
  '<rect width="32" height="32" rx="8" fill="#2454d6"/>' +
  '<path d="M4 19c5.5-.6 8.4-2.6 11-6.6 1 3 2.2 4.4 4.3 5.1 2.900-.3 5.700-1.400 8.700-3.500' +
  '-2.100 4.600-5.300 7.800-9.700 8.600C13 23.500 8.600 22 4 19Z" fill="#fff"/></svg>';

/** A whole page. @param pages of its section, in the order of the navigation */
export function layout(
  page: Page,
  pages: readonly Page[],
  { html, headings }: { readonly html: string; readonly headings: readonly Heading[] },
): string {
  const title = page.path === "" ? "Fulmar documentation" : `${escaped(page.title)} · Fulmar`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<script src="/docs/assets/theme.js"></script>
<link rel="stylesheet" href="/docs/assets/site.css">
<script type="module" src="/docs/assets/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="/docs">${LOGO}<span>Fulmar <b>Docs</b></span></a>
<nav aria-label="Sections">${sectionLinks(page)}</nav>
<button id="search-open" type="button" aria-keyshortcuts="/" hidden>Search <kbd aria-hidden="true">/</kbd></button>
<select id="theme" aria-label="Theme" hidden><option value="system">System</option><option value="light">Light</option><option value="dark">Dark</option></select>
<a class="console" href="/">Console</a>
</header>
<div class="columns">
<details class="pages" id="pages"><summary>Pages</summary>
<nav aria-label="Pages">${pageLinks(page, pages)}</nav>
</details>
<main id="content" tabindex="-1"><article>
${html}
</article>${nextLink(page, pages)}</main>
${contents(headings)}
</div>
<dialog id="search" aria-label="Search">
<input id="search-text" type="search" placeholder="Search the documentation" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<p id="search-count" role="status"></p>
<ol id="search-results"></ol>
</dialog>
</body>
</html>
`;
}

function sectionLinks({ section }: Page): string {
  return Object.entries(SECTIONS)
    .map(
      ([name, { title, path }]) =>
        `<a href="${addressOf(path)}"${name === section ? ' aria-current="true"' : ""}>${title}</a>`,
    )
    .join("");
}

function pageLinks(page: Page, pages: readonly Page[]): string {
  const groups = Map.groupBy(pages, ({ group }) => group);
  return [...groups]
    .map(([group, own]) => {
      const links = own.map(
        ({ path, title }) =>
          `<li><a href="${addressOf(path)}"${path === page.path ? ' aria-current="page"' : ""}>${escaped(title)}</a></li>`,
      );
      return `${group === null ? "" : `<h2 class="pages-group">${escaped(group)}</h2>`}<ul>${links.join("")}</ul>`;
    })
    .join("");
}

function nextLink(page: Page, pages: readonly Page[]): string {
  const next = pages[pages.findIndex(({ path }) => path === page.path) + 1];
  return next === undefined
    ? ""
    : `<p class="next"><a href="${addressOf(next.path)}" rel="next">Next: ${escaped(next.title)}</a></p>`;
}

/** Headings of the second level, and of the third where there are few. */
function contents(headings: readonly Heading[]): string {
  const deep = headings.filter(({ level }) => level === 2 || level === 3);
  const shown = deep.length > 40 ? deep.filter(({ level }) => level === 2) : deep;
  if (shown.length < 2) return "";
  const links = shown.map(
    ({ level, text, anchor }) => `<li class="level-${level}"><a href="#${anchor}">${escaped(text)}</a></li>`,
  );
  return (
    '<aside class="contents"><nav aria-label="On this page"><h2 class="contents-title">On this page</h2>' +
    `<ul>${links.join("")}</ul></nav></aside>`
  );
}
