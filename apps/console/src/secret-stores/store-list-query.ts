import { SECRET_STORE_STATUSES } from "@fulmar/contract/secret-store";

/** What the list of stores can be narrowed by. Those that are being deleted are shown only when asked for. */
export const STORE_LIST = { filters: { status: SECRET_STORE_STATUSES }, sorts: [] } as const;
