/**
 * The end of a local day as a UTC time, or empty.
 * @param day YYYY-MM-DD, as a date field holds it
 */
export function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? "" : end.toISOString();
}

/** The local day of a time, in the format of a date field. */
export function dayOf(iso: string | null): string {
  if (iso === null) return "";
  const at = new Date(iso);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
