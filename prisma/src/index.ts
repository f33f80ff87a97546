export * from "../generated/client.ts";
export { type AccompaniedTransaction, type Database, openDatabase, type Transaction } from "./database.ts";
export { migrate } from "./migrate.ts";
export { type Query, type Sql, type Statement, statement } from "./sql.ts";
