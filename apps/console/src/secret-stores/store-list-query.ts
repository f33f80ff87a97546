import type { SecretStoreStatus } from "@fulmar/contract";

const STATUSES = ["active", "archived", "deleting"] as const satisfies readonly SecretStoreStatus[];

/** What the list of stores can be narrowed by. Those that are being deleted are shown only when asked for. */
export const STORE_LIST = { filters: { status: STATUSES }, sorts: [] } as const;
