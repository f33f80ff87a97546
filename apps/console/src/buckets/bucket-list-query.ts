/** What the list of buckets can be narrowed and ordered by. */
export const BUCKET_LIST = { filters: {}, sorts: ["created_at", "-created_at", "name", "-name"] } as const;
