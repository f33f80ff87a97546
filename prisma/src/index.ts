export * from "../generated/client.ts";
export { type Database, openDatabase } from "./database.ts";
export { migrate } from "./migrate.ts";
export {
  type Ask,
  lookup,
  type Query,
  queryOf,
  type RowOf,
  type Sql,
  type Statement,
  type StatementName,
  sqlBy,
  statement,
  type ValuesOf,
} from "./sql.ts";
export type { AccompaniedTransaction, Transaction } from "./transaction.ts";
