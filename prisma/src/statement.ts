import type { StatementTypes } from "./statements/index.ts";

/**
 * A prepared statement: the server parses it once per connection and keeps it under its name. What it takes and answers
 * is described in `statements/` under that name (docs/adr/0029).
 */
export interface Statement<Name extends string = string> {
  readonly name: Name;
  readonly text: string;
  /**
   * Reads a few rows by their keys, changes nothing and waits for nobody: outside of transactions, many share a
   * connection.
   */
  readonly isLookup?: true;
}

export type StatementName = keyof StatementTypes;

/** What a statement takes, in the order of its parameters. */
export type ValuesOf<Of extends StatementName | Statement<StatementName>> = StatementTypes[NameOf<Of>]["values"];

/** A row as a statement answers it. */
export type RowOf<Of extends StatementName | Statement<StatementName>> = StatementTypes[NameOf<Of>]["row"];

type NameOf<Of> = Of extends Statement<infer Name extends StatementName> ? Name : Of extends StatementName ? Of : never;

/** A statement with its values, to be sent by somebody else. */
export interface Query<Name extends string = string> {
  readonly statement: Statement<Name>;
  readonly values: readonly unknown[];
}

/** A statement with values that fit it. */
export function queryOf<Name extends StatementName>(statement: Statement<Name>, values: ValuesOf<Name>): Query<Name> {
  return { statement, values };
}

interface Known {
  /** Columns that are never NULL though the database cannot tell. Say why beside it. */
  readonly present?: readonly string[];
}

type Listener = (statement: Statement, present: readonly string[]) => void;
let listener: Listener | undefined;

/** Calls `tell` with each statement that is declared from now on: for the tool that describes them all. */
export function onDeclaration(tell: Listener): void {
  listener = tell;
}

/** Declares a hot statement once, at module level. The name must be unique: it is the key of the server's plan. */
export function statement<const Name extends string>(
  name: Name,
  text: string,
  { present = [] }: Known = {},
): Statement<Name> {
  const declared = { name, text };
  listener?.(declared, present);
  return declared;
}

/**
 * Declares a hot statement that reads a few rows by their keys (docs/adr/0027): it must be quick, for others wait
 * behind it.
 */
export function lookup<const Name extends string>(name: Name, text: string, known?: Known): Statement<Name> {
  return { ...statement(name, text, known), isLookup: true };
}
