// Without schemas: who shows or checks these need not bring zod.

/** How a redirect answers: for good or for now, with the method as it was or not. */
export const REDIRECT_STATUSES = [301, 302, 307, 308] as const;

/**
 * Whether a text is a URL that a redirect may lead to: of the web, in ASCII, with a host and nothing before it. What
 * stands before an `@` would pass for the host in the eyes of a reader (RFC 3986 §7.6), and browsers take a backslash
 * for a slash.
 */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#@]+(?:[/?#]|$)/.test(text) && /^[\x21-\x5b\x5d-\x7e]+$/.test(text) && URL.canParse(text);
}
