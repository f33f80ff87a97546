export { OvsdbConnection } from "./connection.ts";
export type { OvsdbEndpoint } from "./endpoint.ts";
export type { Condition, Operation, Result, Row } from "./operations.ts";
export { OvsdbError, OvsdbUnreachable } from "./ovsdb-error.ts";
export { type Atom, atomsIn, mapIn, mapOf, named, setOf, uuidIn, uuidOf, type Value } from "./values.ts";
