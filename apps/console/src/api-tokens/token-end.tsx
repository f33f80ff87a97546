const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

/**
 * The day on which a token that is made now ends, where its reader is. Drawn in the browser alone: the server knows
 * neither the moment nor the zone.
 */
export function TokenEnd({ expiresAt }: { expiresAt: string | null }) {
  return expiresAt === null ? "never" : day.format(new Date(expiresAt));
}
