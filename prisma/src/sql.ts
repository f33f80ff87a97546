/** A prepared statement: the server parses it once per connection and keeps it under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Reads a few rows by their keys, changes nothing and waits for nobody: outside of transactions, many share a connection. */
  readonly isLookup?: true;
}

/**
 * Where a hot statement runs: straight on the pool, or inside a transaction.
 * Rows come back alike from both: `int8` as bigint, `timestamptz` as Date, `jsonb` parsed; cast `numeric` to text.
 */
export interface Sql {
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** A statement with its values, to be sent by somebody else. */
export interface Query {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** Declares a hot statement once, at module level. The name must be unique: it is the key of the server's plan. */
export function statement(name: string, text: string): Statement {
  return { name, text };
}

/** Declares a hot statement that reads a few rows by their keys (docs/adr/0027): it must be quick, for others wait behind it. */
export function lookup(name: string, text: string): Statement {
  return { name, text, isLookup: true };
}
