/** Draws a box around lines, with a title in its upper edge. @param width of the box, including its edges */
export function box(title: string, lines: readonly string[], width: number): string[] {
  const inner = width - 4;
  return [
    `┌─ ${title} ${"─".repeat(Math.max(0, inner - title.length - 1))}┐`,
    ...lines.map((line) => `│ ${fitted(line, inner)} │`),
    `└${"─".repeat(width - 2)}┘`,
  ];
}

/** Joins texts in columns of these widths, two spaces apart. */
export function columns(widths: readonly number[], texts: readonly string[]): string {
  return texts
    .map((text, index) => fitted(text, widths[index] ?? text.length))
    .join("  ")
    .trimEnd();
}

/** Fits text to exactly this width. Longer text ends with an ellipsis. */
function fitted(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

/** The tree prefix of a list item; the last item has its own. */
export function branch(index: number, items: readonly unknown[]): string {
  return index === items.length - 1 ? "└" : "├";
}

/** A filled dot for a working status, an empty one for others. */
export function mark(status: string): string {
  return ["running", "online", "active"].includes(status) ? "●" : "○";
}
