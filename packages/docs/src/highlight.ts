import { createCssVariablesTheme, createHighlighterCore } from "shiki/core";
import { createOnigurumaEngine } from "shiki/engine/oniguruma";

const theme = createCssVariablesTheme({ name: "classes", variablePrefix: "" });

const highlighter = await createHighlighterCore({
  themes: [theme],
  langs: [
    import("shiki/langs/shellscript.mjs"),
    import("shiki/langs/typescript.mjs"),
    import("shiki/langs/json.mjs"),
    import("shiki/langs/hcl.mjs"),
    import("shiki/langs/sql.mjs"),
    import("shiki/langs/python.mjs"),
  ],
  engine: createOnigurumaEngine(import("shiki/wasm")),
});

const LANGUAGES: ReadonlySet<string> = new Set(highlighter.getLoadedLanguages());

/**
 * A block of code as HTML, whose tokens have classes. Style attributes would need an exception in the content security
 * policy. A language that is not known is plain text.
 */
export function highlighted(code: string, language: string): string {
  if (!LANGUAGES.has(language)) return escaped(code);
  return highlighter
    .codeToTokensBase(code, { lang: language, theme: "classes" })
    .map((line) => line.map(({ content, color }) => spanOf(content, color)).join(""))
    .join("\n");
}

/** The theme's colours are variables: `var(--token-keyword)`. */
function spanOf(content: string, color: string | undefined): string {
  const [, name] = /--token-([a-z-]+)/.exec(color ?? "") ?? [];
  return name === undefined || content.trim() === ""
    ? escaped(content)
    : `<span class="t-${name}">${escaped(content)}</span>`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
