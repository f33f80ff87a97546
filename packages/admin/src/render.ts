/** A command's answer: the JSON document of `--json`, or lines of text. */
export type Answer = Readonly<Record<string, string | boolean | null | readonly string[] | readonly Row[]>>;

/** A row of a table. All rows have the same columns. */
type Row = Readonly<Record<string, string | null>>;

/** Renders an answer as one JSON document, or as a line of text for each field and each table row. */
export function render(answer: Answer, json: boolean): string {
  if (json) return `${JSON.stringify(answer)}\n`;
  const fields = Object.entries(answer).filter(([, value]) => value !== null);
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields
    .map(([name, value]) =>
      isTable(value) ? `${name}\n${tableOf(value)}` : `${name.padEnd(width)}  ${textOf(value)}\n`,
    )
    .join("");
}

function isTable(value: Answer[string]): value is readonly Row[] {
  return Array.isArray(value) && value.some((item) => typeof item === "object");
}

function textOf(value: Exclude<Answer[string], readonly Row[]>): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function tableOf(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? "-"))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map(
      (line) =>
        `  ${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
