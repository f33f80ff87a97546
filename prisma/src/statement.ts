import { orderedValues, serverText } from "./named-parameters.ts";
import type { StatementTypes } from "./statements/index.ts";

/**
 * A prepared statement: the server parses it once per connection and stores it under its name. The types of its values
 * and rows are in `statements/` under that name (docs/adr/0029).
 */
export interface Statement<Name extends string = string> {
  readonly name: Name;
  /** In the server's form, with `$1` for the first of `parameters`. */
  readonly text: string;
  /** The names of its parameters, in the order of their numbers. */
  readonly parameters: readonly string[];
  /**
   * Reads a few rows by their keys, changes nothing and waits for no lock. Outside of transactions, many lookups share
   * a connection.
   */
  readonly isLookup?: true;
}

export type StatementName = keyof StatementTypes;

/** The types of a statement's values, by the names of its parameters. */
export type ValuesOf<Of extends StatementName | Statement<StatementName>> = StatementTypes[NameOf<Of>]["values"];

/** The values as an argument. A statement without parameters takes none. An undefined value is NULL where NULL may be. */
export type GivenValues<Name extends StatementName> = [keyof ValuesOf<Name>] extends [never]
  ? []
  : [values: { readonly [Parameter in keyof ValuesOf<Name>]: OrUndefined<ValuesOf<Name>[Parameter]> }];

type OrUndefined<Value> = null extends Value ? Value | undefined : Value;

/** The type of a statement's rows. */
export type RowOf<Of extends StatementName | Statement<StatementName>> = StatementTypes[NameOf<Of>]["row"];

type NameOf<Of> = Of extends Statement<infer Name extends StatementName> ? Name : Of extends StatementName ? Of : never;

/** A statement with its values, for another module to send. */
export interface Query<Name extends string = string> {
  readonly statement: Statement<Name>;
  readonly values: readonly unknown[];
}

/** Makes a query of a statement and values of matching types. */
export function queryOf<Name extends StatementName>(
  statement: Statement<Name>,
  ...[values]: GivenValues<Name>
): Query<Name> {
  return { statement, values: orderedValues(statement, values) };
}

interface Known {
  /** Columns that are never NULL although the database cannot tell. Say why beside it. */
  readonly present?: readonly string[];
}

type Listener = (statement: Statement, present: readonly string[]) => void;
let listener: Listener | undefined;

/** Calls `tell` with each statement that is declared from now on. For the tool that describes all statements. */
export function onDeclaration(tell: Listener): void {
  listener = tell;
}

/**
 * Declares a hot statement once, at module level. The name must be unique: it is the key of the server's plan. The text
 * names its parameters: `WHERE vm_id = $vm_id`. The values are given by these names.
 */
export function statement<const Name extends string>(
  name: Name,
  written: string,
  { present = [] }: Known = {},
): Statement<Name> {
  const declared = { name, ...serverText(written) };
  listener?.(declared, present);
  return declared;
}

/**
 * Declares a hot statement that reads a few rows by their keys (docs/adr/0027). It must be quick, because others wait
 * behind it.
 */
export function lookup<const Name extends string>(name: Name, text: string, known?: Known): Statement<Name> {
  return { ...statement(name, text, known), isLookup: true };
}
