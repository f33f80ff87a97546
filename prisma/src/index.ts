export * from "../generated/client.ts";
export { type Database, openDatabase, type Transaction } from "./database.ts";
export { migrate } from "./migrate.ts";
export { type Sql, type Statement, statement } from "./sql.ts";
