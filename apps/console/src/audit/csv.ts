/**
 * Characters that make a spreadsheet read a cell as a formula. Some spreadsheets also accept the full-width forms and
 * skip leading white space.
 */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/**
 * One record of a CSV file (RFC 4180) with its line break. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front: users choose names, and other people open the file.
 */
export function csvRecord(values: readonly (string | number | null)[]): string {
  return `${values.map(field).join(",")}\r\n`;
}

function field(value: string | number | null): string {
  if (value === null) return "";
  const text = String(value);
  const safe = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
