/** A box around lines, with a title in its upper edge. @param width of the box, its edges included */
export function box(title: string, lines: readonly string[], width: number): string[] {
  const inner = width - 4;
  return [
    `┌─ ${title} ${"─".repeat(Math.max(0, inner - title.length - 1))}┐`,
    ...lines.map((line) => `│ ${fitted(line, inner)} │`),
    `└${"─".repeat(width - 2)}┘`,
  ];
}

/** Texts in columns of these widths, two spaces apart. */
export function columns(widths: readonly number[], texts: readonly string[]): string {
  return texts
    .map((text, index) => fitted(text, widths[index] ?? text.length))
    .join("  ")
    .trimEnd();
}

/** One line of exactly this width; what is too long ends with an ellipsis. */
function fitted(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

/** What stands before an item of a list: the last one ends it. */
export function branch(index: number, items: readonly unknown[]): string {
  return index === items.length - 1 ? "└" : "├";
}

/** A full dot for what works, an empty one for what does not. */
export function mark(status: string): string {
  return ["running", "online", "active"].includes(status) ? "●" : "○";
}
