export { hasPostgres } from "./binaries.ts";
export { type ClientPrograms, clientPrograms, postgresWheel } from "./client-programs.ts";
export { type EmbeddedDatabase, joinEmbeddedDatabase } from "./embedded-database.ts";
export { type FileLock, tryLock } from "./file-lock.ts";
export { freePort } from "./free-port.ts";
export { kept } from "./kept.ts";
export { needs } from "./needs.ts";
export { answers } from "./postgres-server.ts";
export {
  folderOfServer,
  type RestoredFiles,
  startThrowawayDatabase,
  type ThrowawayDatabase,
} from "./throwaway-database.ts";
