import { isRecord } from "./contexts.ts";
import { UsageError } from "./failure.ts";

export const FORMATS = ["table", "json", "yaml", "name", "raw"] as const;

export interface OutputOptions {
  readonly output?: (typeof FORMATS)[number] | undefined;
  readonly columns?: string | undefined;
  /** Only ids, one per line. */
  readonly quiet?: boolean | undefined;
}

/** The options of every command. */
export interface GlobalOptions extends OutputOptions {
  readonly context?: string;
  readonly workspace?: string;
}

/**
 * Prints what the API has answered. JSON and YAML are its records as they are.
 * @param columns those of a table, in place of which the user may name others
 */
export async function print(value: unknown, columns: readonly string[], options: OutputOptions): Promise<void> {
  process.stdout.write(await render(value, columns, options));
}

async function render(value: unknown, defaults: readonly string[], options: OutputOptions): Promise<string | Buffer> {
  const { output = "table", quiet = false } = options;
  const rows = (Array.isArray(value) ? value : [value]).filter(isRecord);
  const columns = options.columns?.split(",").map((name) => name.trim());
  if (output === "raw") return bytesOf(value, columns);
  if (quiet) return lines(rows.map((row) => idOf(row, defaults)));
  if (output === "name") return lines(rows.map((row) => textOf(row.name ?? row.key ?? idOf(row, defaults))));
  if (output === "json") return `${JSON.stringify(value, null, 2)}\n`;
  if (output === "yaml") return (await import("./yaml-text.ts")).yamlText(value);
  if (columns !== undefined) {
    const [first] = rows;
    const unknown = columns.find((name) => first !== undefined && !(name in first));
    if (unknown !== undefined)
      throw new UsageError(`There is no column ${unknown}; there are ${Object.keys(first ?? {}).join(", ")}.`);
  }
  if (Array.isArray(value)) return table(columns ?? withContent(defaults, rows), rows);
  const [row = {}] = rows;
  const names = columns ?? Object.keys(row);
  const width = Math.max(0, ...names.map((name) => name.length));
  return lines(names.map((name) => `${name.padEnd(width)}  ${textOf(row[name])}`));
}

/** One field of a record exactly, without a line end: a program's input, or a file. */
function bytesOf(value: unknown, columns: readonly string[] = ["value"]): Buffer {
  if (!isRecord(value)) throw new UsageError("-o raw writes a field of one record, and this is a list; use -o json.");
  const [column = "", ...more] = columns;
  const field = value[column];
  if (more.length > 0 || !(column in value))
    throw new UsageError(`-o raw writes one field: name it by --columns; there are ${Object.keys(value).join(", ")}.`);
  // The value of a secret may be bytes.
  const isBase64 = column === "value" && value.encoding === "base64";
  return Buffer.from(typeof field === "string" ? field : JSON.stringify(field), isBase64 ? "base64" : "utf8");
}

/** The columns without those that are null in every row, which say nothing. All of them, if no row has anything. */
function withContent(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]) {
  const shown = columns.filter((name) => rows.some((row) => row[name] !== null && row[name] !== undefined));
  return shown.length === 0 ? columns : shown;
}

function table(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  const cells = [
    columns.map((name) => name.replaceAll("_", " ").toUpperCase()),
    ...rows.map((row) => columns.map((name) => textOf(row[name]))),
  ];
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  return lines(
    cells.map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    ),
  );
}

function idOf(row: Readonly<Record<string, unknown>>, [first = "id"]: readonly string[]): string {
  return textOf(row[first] ?? row.id ?? row.name);
}

/** A value in a line. Control characters could move the cursor of the terminal. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "-";
  const flat = Array.isArray(value) && value.every((item) => typeof item !== "object");
  const text = typeof value === "string" ? value : flat ? value.join(", ") || "-" : JSON.stringify(value);
  return text.replaceAll(/\p{Cc}/gu, " ");
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join("");
}
