/**
 * Characters that make a spreadsheet read a cell as a formula. Some spreadsheets also accept the full-width forms and
 * skip leading white space.
 */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/**
 * One record of a CSV file (RFC 4180) with its line break. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front: users choose names, and other people open the file.
 */
export function csvRecord(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(field).join(",")}\r\n`;
}

function field(value: string | number | boolean | null): string {
  if (value === null) return "";
  const text = String(value);
  const safe = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Records as a CSV file: a column for each field that one of them has, in the order of the first one. Lists and
 * documents are cells of JSON.
 */
export function csvOf(records: readonly object[]): string {
  const names = [...new Set(records.flatMap(Object.keys))];
  const rows = records.map((record) => {
    const fields: Readonly<Record<string, unknown>> = { ...record };
    return csvRecord(names.map((name) => cellOf(fields[name])));
  });
  return [csvRecord(names), ...rows].join("");
}

function cellOf(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : JSON.stringify(value);
}
