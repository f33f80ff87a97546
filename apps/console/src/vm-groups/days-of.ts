/** Days of a schedule in short: Mon, Fri. */
export function daysOf(days: readonly string[]): string {
  if (days.length === 7) return "every day";
  return days.map((day) => `${day[0]?.toUpperCase()}${day.slice(1, 3)}`).join(", ");
}
