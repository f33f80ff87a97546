export * from "../generated/client.ts";
export { type Connecting, type Database, openDatabase } from "./database.ts";
export {
  errorDetail,
  isDatabaseUnavailable,
  isOutOfRange,
  isSerializationFailure,
  violatedConstraint,
} from "./database-error.ts";
export { goOnForCustomer, onBehalfOf } from "./fair-pool.ts";
export { PROCESS_ROLES, type ProcessRole } from "./grants.ts";
export { migrate, migrationState, unknownMigrations } from "./migrate.ts";
export { prepareDatabase } from "./prepare-database.ts";
export { hears, type Probe, probe } from "./probe.ts";
export { admitLogin } from "./process-roles.ts";
export { distrustFiles, type Receiver, readyForDump } from "./receive-dump.ts";
export { type RunStatement, type Sql, sqlBy, sqlOf } from "./sql.ts";
export {
  type GivenValues,
  lookup,
  type Query,
  queryOf,
  type RowOf,
  type Statement,
  type StatementName,
  statement,
  type ValuesOf,
} from "./statement.ts";
export type { OpenedTransaction, Rehearsal, Transaction } from "./unit-of-work.ts";
