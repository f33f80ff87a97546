import { archiveStore } from "./archive-store.ts";
import { createStore } from "./create-store.ts";
import { getStore } from "./get-store.ts";
import { listStores } from "./list-stores.ts";
import { unarchiveStore } from "./unarchive-store.ts";

export const secretStoreHandlers = {
  "secretStore.list": listStores,
  "secretStore.create": createStore,
  "secretStore.get": getStore,
  "secretStore.archive": archiveStore,
  "secretStore.unarchive": unarchiveStore,
} as const;
