/** A time of a group's schedule in words: stopped from 20:00, Mon, Fri. */
export function scheduleTime(what: string, { days, time }: { days: readonly string[]; time: string }): string {
  const named = days.map((day) => `${day[0]?.toUpperCase()}${day.slice(1, 3)}`).join(", ");
  return `${what} from ${time}, ${days.length === 7 ? "every day" : named}`;
}
