export { hasPostgres } from "./binaries.ts";
export { type EmbeddedDatabase, joinEmbeddedDatabase } from "./embedded-database.ts";
export { type FileLock, tryLock } from "./file-lock.ts";
export { freePort } from "./free-port.ts";
export { answers } from "./postgres-server.ts";
export { startThrowawayDatabase, type ThrowawayDatabase } from "./throwaway-database.ts";
