import { Marked, type Token, type Tokens } from "marked";
import { escaped, highlighted } from "./highlight.ts";

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

/** A heading with the text below it, for the search. */
export interface Passage {
  readonly heading: Heading;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly passages: readonly Passage[];
  /** The addresses of its links, as they are in the page. */
  readonly links: readonly string[];
}

/**
 * Renders Markdown. Its headings have the anchors that GitHub generates, so that links work in both places.
 * @param locate the address of a link or an image
 */
export function render(markdown: string, locate: (link: string) => string): Rendered {
  const anchors = new Anchors();
  const headings: Heading[] = [];
  const links: string[] = [];
  const target = (href: string) => {
    const address = locate(href);
    links.push(address);
    return escaped(address);
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const heading = { level: depth, text: plain(tokens), anchor: anchors.of(plain(tokens)) };
        headings.push(heading);
        const inner = this.parser.parseInline(tokens);
        const link = `<a class="anchor" href="#${heading.anchor}" aria-label="Link to ${escaped(heading.text)}">#</a>`;
        return `<h${depth} id="${heading.anchor}">${inner}${depth === 1 ? "" : ` ${link}`}</h${depth}>\n`;
      },
      code({ text, lang = "" }) {
        const [language = ""] = lang.split(" ");
        const copy = '<button class="copy" type="button" hidden>Copy</button>';
        return `<div class="code">${copy}<pre tabindex="0"><code>${highlighted(text, language)}</code></pre></div>\n`;
      },
      table(token) {
        return (
          '<div class="table" tabindex="0" role="group" ' +
          `aria-label="Table">${tableOf(token, (tokens) => this.parser.parseInline(tokens))}</div>\n`
        );
      },
      link({ href, tokens }) {
        return `<a href="${target(href)}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        return `<img src="${target(href)}" alt="${escaped(text)}" loading="lazy">`;
      },
      // The pages contain no HTML of their own.
      html({ text }) {
        return escaped(text);
      },
    },
  });
  const tokens = marked.lexer(markdown);
  return { html: marked.parser(tokens), headings, passages: passagesOf(tokens), links };
}

function tableOf({ header, rows }: Tokens.Table, inline: (tokens: Token[]) => string): string {
  // A heading without a word is a cell: assistive technology would announce an empty heading.
  const head = header
    .map(({ text, tokens }) => (text === "" ? "<td></td>" : `<th scope="col">${inline(tokens)}</th>`))
    .join("");
  const body = rows.map((row) => `<tr>${row.map(({ tokens }) => `<td>${inline(tokens)}</td>`).join("")}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table>`;
}

/** The headings with the text below each. Text above the first heading belongs to none. */
function passagesOf(tokens: readonly Token[]): Passage[] {
  const anchors = new Anchors();
  const passages: { heading: Heading; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const text = plain(token.tokens ?? []);
      passages.push({ heading: { level: token.depth, text, anchor: anchors.of(text) }, text: "" });
      continue;
    }
    const last = passages.at(-1);
    if (last !== undefined) last.text += ` ${plain([token])}`;
  }
  return passages;
}

/** The text of tokens without their marks. */
function plain(tokens: readonly Token[]): string {
  return tokens.map(textOf).join("");
}

function textOf(token: Token): string {
  if (token.type === "table") {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((row) => row.map((cell) => plain(cell.tokens)).join(" ")).join(" ");
  }
  if (token.type === "list") return (token as Tokens.List).items.map((item) => plain(item.tokens)).join(" ");
  if ("tokens" in token && token.tokens !== undefined) return plain(token.tokens);
  if (token.type === "br" || token.type === "space") return " ";
  return "text" in token && typeof token.text === "string" ? token.text : "";
}

/** The anchors of a page's headings, as GitHub generates them. */
class Anchors {
  readonly #used = new Map<string, number>();

  of(heading: string): string {
    const base = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    const before = this.#used.get(base) ?? 0;
    this.#used.set(base, before + 1);
    return before === 0 ? base : `${base}-${before}`;
  }
}
