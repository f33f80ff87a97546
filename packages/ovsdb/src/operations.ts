import type { Value } from "./values.ts";

/** Columns by name. */
export type Row = Readonly<Record<string, Value>>;

/** A condition of a row. All conditions of an operation have to hold; without one, every row is meant. */
export type Condition = readonly [
  column: string,
  test: "==" | "!=" | "<" | "<=" | ">" | ">=" | "includes" | "excludes",
  value: Value,
];

/** An operation of a transaction (RFC 7047, section 5.2). */
export type Operation =
  | {
      readonly op: "insert";
      readonly table: string;
      readonly row: Row;
      /** The name by which others of the transaction refer to the row. */
      readonly "uuid-name"?: string;
    }
  | {
      readonly op: "select";
      readonly table: string;
      readonly where: readonly Condition[];
      readonly columns?: readonly string[];
    }
  | { readonly op: "update"; readonly table: string; readonly where: readonly Condition[]; readonly row: Row }
  | {
      readonly op: "mutate";
      readonly table: string;
      readonly where: readonly Condition[];
      readonly mutations: readonly (readonly [column: string, mutator: string, value: Value])[];
    }
  | { readonly op: "delete"; readonly table: string; readonly where: readonly Condition[] }
  | {
      /** Fails with `timed out` unless these rows are there, or are not, within the time in ms. */
      readonly op: "wait";
      readonly timeout: number;
      readonly table: string;
      readonly where: readonly Condition[];
      readonly columns: readonly string[];
      readonly until: "==" | "!=";
      readonly rows: readonly Row[];
    };

/** What one operation did: the rows of a select, the reference to an inserted row, the count of changed rows. */
export interface Result {
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  readonly uuid?: unknown;
  readonly count?: number;
}
