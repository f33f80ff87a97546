// node-postgres pipelines (`pipeline: true`, a documented option) with one write per query. There is no documented way
// to join several in one write or to break a connection off. Both use the client's socket, only in this file.
import type pg from "pg";

/** Sends all queries of `send` in one write. */
export function inOneWrite<Result>({ connection }: pg.PoolClient, send: () => Result): Result {
  connection.stream.cork();
  try {
    return send();
  } finally {
    connection.stream.uncork();
  }
}

/** Buffers the writes of a connection until the end of the event loop's turn, and sends them in one write. */
export function holdUntilEndOfTurn({ connection }: pg.PoolClient, onSent: () => void): void {
  connection.stream.cork();
  setImmediate(() => {
    connection.stream.uncork();
    onSent();
  });
}

/** Breaks a connection off at once, so that every waiting query fails. `end()` would wait for their answers. */
export function breakOff({ connection }: pg.Client | pg.PoolClient): void {
  connection.stream.destroy();
}
