export * from "../generated/client.ts";
export { type Database, openDatabase } from "./database.ts";
export { migrate } from "./migrate.ts";
export { lookup, type Query, type Sql, type Statement, statement } from "./sql.ts";
export type { AccompaniedTransaction, Transaction } from "./transaction.ts";
