import { secretOperations } from "./secret.ts";
import { secretVersionOperations } from "./secret-version.ts";
import { storeOperations } from "./store.ts";

export * from "./secret.ts";
export * from "./secret-states.ts";
export * from "./secret-version.ts";
export * from "./store.ts";

/** The family's operations, in the documentation's order. */
export const secretStoreOperations = [...storeOperations, ...secretOperations, ...secretVersionOperations] as const;
