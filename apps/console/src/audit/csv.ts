/**
 * What a spreadsheet takes for the beginning of a formula; some take the wide forms of these signs, too, and skip white
 * space before them.
 */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/**
 * One record of a CSV file (RFC 4180), with its line break. A text that a spreadsheet would run as a formula is made a
 * text by an apostrophe: names are given by people, and whoever opens the file need not be who named them.
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
