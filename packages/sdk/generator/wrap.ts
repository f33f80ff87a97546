const WIDTH = 120;

/**
 * Breaks the long lines of a source: comments between words; types and values, outside of texts, before `|` and after
 * `,`.
 */
export function wrapped(source: string): string {
  return source.split("\n").flatMap(linesOf).join("\n");
}

function linesOf(line: string): readonly string[] {
  if (line.length <= WIDTH) return [line];
  const [, indent = "", mark = "", text = ""] = /^( *)(\* |\/\*\* |)(.*)$/.exec(line) ?? [];
  if (mark === "") return filled(text.match(PIECES) ?? [], indent, `${indent}  `);
  if (text.startsWith("@")) return [line];
  if (mark === "* ") return filled(text.match(WORDS) ?? [], `${indent}* `, `${indent}* `);
  const words = text.replace(/ \*\/$/, "").match(WORDS) ?? [];
  return [`${indent}/**`, ...filled(words, `${indent} * `, `${indent} * `), `${indent} */`];
}

/** Pieces of code that begin with `|` or end after `,`. */
const PIECES = /(?:\| )?(?:"(?:\\.|[^"\\])*"|[^",|])*(?:,|(?= ?\|)|$) ?/g;
const WORDS = /\S+ ?/g;

/** Lines that hold as many pieces as fit. */
function filled(pieces: readonly string[], first: string, others: string): readonly string[] {
  const lines: string[] = [];
  let line = first;
  for (const piece of pieces) {
    if (line.trim() !== "" && `${line}${piece}`.trimEnd().length > WIDTH) {
      lines.push(line.trimEnd());
      line = others;
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}
