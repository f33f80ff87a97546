import type { Handler } from "../kernel/context.ts";
import { moveStore } from "./move-store.ts";

/** Archiving a store that is archived changes nothing and answers 200 (design: Secret store). */
export const archiveStore: Handler<"secretStore.archive"> = (context, { store_id }) => moveStore(context, store_id, "active", "archived");
