// What node-postgres pipelines (`pipeline: true`, a documented option) it sends query by query, a write each. Joining
// several in one write, and breaking a connection off, have no documented way: both reach for the client's socket, and
// this is the only file that does.
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

/** Holds back what is sent on a connection until the event loop has ended its turn, and sends it in one write then. */
export function holdUntilEndOfTurn({ connection }: pg.PoolClient, onSent: () => void): void {
  connection.stream.cork();
  setImmediate(() => {
    connection.stream.uncork();
    onSent();
  });
}

/** Breaks a connection off at once: every query that waits on it fails. `end()` would wait for their answers. */
export function breakOff({ connection }: pg.PoolClient): void {
  connection.stream.destroy();
}
