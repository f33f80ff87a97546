import { LIST_SORTS } from "@fulmar/contract";

/** What the list of buckets can be narrowed and ordered by. */
export const BUCKET_LIST = { filters: {}, sorts: LIST_SORTS } as const;
