/** Tables that better-auth reads and writes, by its own names for their columns. */
const OF_LIBRARY: ReadonlySet<string> = new Set([
  "account",
  "passkey",
  "session",
  "two_factor",
  "user",
  "verification",
]);

const EXCEPTIONS: Readonly<Record<string, string>> = {
  // `Object` would hide JavaScript's.
  object: "StoredObject",
  "passkey.credential_id": "credentialID",
};

/** The name of a table's model, or of an enum: `vm_metric` → `VmMetric`. */
export function modelName(table: string): string {
  return EXCEPTIONS[table] ?? table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Fields are named as columns are, so that a row and the record that it becomes have the same names. */
export function fieldName(table: string, column: string): string {
  if (!isOfLibrary(table)) return column;
  return EXCEPTIONS[`${table}.${column}`] ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function isOfLibrary(table: string): boolean {
  return OF_LIBRARY.has(table);
}

/** `backup_policy` → `backup_policies`. */
export function plural(name: string): string {
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, "ies");
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
