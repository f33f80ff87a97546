/**
 * The number that a path or a cursor names a version by, as the database can hold it; undefined for a text that no
 * version is numbered with.
 */
export function versionNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
