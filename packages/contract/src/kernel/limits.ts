// Without schemas: who shows or checks these limits need not bring zod.

/** How long a name is at most, and what a list is searched for. */
export const LONGEST_NAME = 63;
export const LONGEST_TAG = 128;

/** The orders of a list that can be ordered: by age, or by name in any case; `-` turns one around. */
export const LIST_SORTS = ["created_at", "-created_at", "name", "-name"] as const;

/** How a redirect answers: for good or for now, with the method as it was or not. */
export const REDIRECT_STATUSES = [301, 302, 307, 308] as const;
