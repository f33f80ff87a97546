import {
  secretCreate,
  secretDelete,
  secretGet,
  secretList,
  secretRestore,
  secretUpdate,
  secretValue,
} from "./secret.ts";
import {
  secretVersionCreate,
  secretVersionDestroy,
  secretVersionDisable,
  secretVersionEnable,
  secretVersionList,
} from "./secret-version.ts";
import {
  secretStoreArchive,
  secretStoreCreate,
  secretStoreDelete,
  secretStoreGet,
  secretStoreList,
  secretStoreRestore,
  secretStoreUnarchive,
  secretStoreUpdate,
} from "./store.ts";

export const secretStoreOperations = [
  secretStoreList,
  secretStoreCreate,
  secretStoreGet,
  secretStoreUpdate,
  secretStoreDelete,
  secretStoreRestore,
  secretStoreArchive,
  secretStoreUnarchive,
  secretList,
  secretCreate,
  secretGet,
  secretUpdate,
  secretDelete,
  secretRestore,
  secretValue,
  secretVersionList,
  secretVersionCreate,
  secretVersionDisable,
  secretVersionEnable,
  secretVersionDestroy,
] as const;
