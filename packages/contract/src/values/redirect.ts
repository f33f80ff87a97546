// Without schemas, so that importers of these constants do not load zod.

/** The statuses of a redirect: permanent or temporary, with the method kept or not. */
export const REDIRECT_STATUSES = [301, 302, 307, 308] as const;

/**
 * Whether a text is a URL that a redirect may lead to: http or https in any case, ASCII, with a host and no user
 * information. Text before an `@` could be mistaken for the host (RFC 3986 §7.6), and browsers treat a backslash as a
 * slash.
 */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(text) && /^[\x21-\x5b\x5d-\x7e]+$/.test(text) && URL.canParse(text);
}

const LONGEST = 2048;

/** How a URL is written in ASCII, as a sentence without its subject; undefined for any other text. */
export function addressSpelling(text: unknown): string | undefined {
  if (typeof text !== "string" || text.length > LONGEST || /^[\x20-\x7e]*$|\p{Cc}/u.test(text)) return undefined;
  if (!URL.canParse(text)) return undefined;
  const { href } = new URL(text);
  return isWebAddress(href) ? `must be written in ASCII, as ${href}` : undefined;
}
