import { LIST_SORTS } from "@fulmar/contract";
import { VOLUME_STATUSES } from "@fulmar/contract/block-storage";

/** What the list of volumes can be narrowed and ordered by. */
export const VOLUME_LIST = { filters: { status: VOLUME_STATUSES }, sorts: LIST_SORTS } as const;
