import type { Handler } from "../kernel/context.ts";
import { moveStore } from "./move-store.ts";

/** Unarchiving a store that is active changes nothing and answers 200, as archiving does. */
export const unarchiveStore: Handler<"secretStore.unarchive"> = (context, { store_id }) => moveStore(context, store_id, "archived", "active");
