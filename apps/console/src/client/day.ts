/** The end of a day, where the reader is, as a moment; empty for none. @param day YYYY-MM-DD, as a date field has it */
export function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? "" : end.toISOString();
}

/** The day of a moment, where the reader is, as a date field wants it. */
export function dayOf(iso: string | null): string {
  if (iso === null) return "";
  const at = new Date(iso);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
