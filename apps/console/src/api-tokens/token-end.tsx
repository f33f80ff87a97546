const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/**
 * The day on which a token created now would end, in the user's time zone. It is rendered only in the browser because
 * the server knows neither the current time there nor the time zone.
 */
export function TokenEnd({ expiresAt }: { expiresAt: string | null }) {
  return expiresAt === null ? "never" : day.format(new Date(expiresAt));
}
