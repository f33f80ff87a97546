import { secretStoreArchive, secretStoreCreate, secretStoreGet, secretStoreList, secretStoreUnarchive } from "./store.ts";

export const secretStoreOperations = [secretStoreList, secretStoreCreate, secretStoreGet, secretStoreArchive, secretStoreUnarchive] as const;
