/** What the list of access keys can be narrowed by. */
export const ACCESS_KEY_LIST = { filters: {}, sorts: [] } as const;
