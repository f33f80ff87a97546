// Without schemas, so that importers of these limits do not load zod.

/** The longest name and the longest search text. */
export const LONGEST_NAME = 63;
export const LONGEST_TAG = 128;

/** The orders of a sortable list: by age or by case-insensitive name. `-` reverses the order. */
export const LIST_SORTS = ["created_at", "-created_at", "name", "-name"] as const;

/** Thirty days: the longest time for which a workspace keeps what is deleted. */
export const LONGEST_DELETION_WINDOW_HOURS = 720;
