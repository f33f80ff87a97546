import { z } from "zod";

const LONGEST_RETURN_PATH = 2_000;
/** Paths that are no page, or a page of the entrance. */
const NO_RETURN = /^\/(?:api|_next|sign-in|forgot-password|new-password|welcome)(?:[/?]|$)|^\/%(?:2f|5c)/i;
/** An origin that no path names. */
const NOWHERE = "http://console.invalid";

/**
 * Whether a sign-in may lead to a text: a page of the console as a path with its query, in the spelling that a URL gives
 * it. No link can make a sign-in lead to another origin.
 */
export function isReturnPath(text: string): boolean {
  if (!text.startsWith("/") || text.length > LONGEST_RETURN_PATH || NO_RETURN.test(text)) return false;
  if (!URL.canParse(text, NOWHERE)) return false;
  const { origin, pathname, search } = new URL(text, NOWHERE);
  return origin === NOWHERE && pathname + search === text;
}

export const ReturnPath = z.string().refine(isReturnPath, "must be the path of a page of the console");
