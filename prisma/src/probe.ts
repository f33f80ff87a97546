// Finds out what is behind a URL: the server, or a pooler before it (docs/adr/0091).
import { randomBytes } from "node:crypto";
import pg from "pg";

const CONNECT_MS = 5_000;
const HEAR_MS = 2_000;

/** The server, or pooler, that answers at a URL. */
export interface Probe {
  /** Whether a pooler is between this process and the server. */
  readonly pooled: boolean;
  /** Whether the pooler gives prepared statements names of its own, so that they hold on each of its connections. */
  readonly keepsStatements: boolean;
}

/**
 * Looks at what is behind a URL. The server says at the beginning by which number it knows the session, as a pooler
 * does of its own sessions; the number is the server's if it is that of the backend.
 * @throws when nothing answers, or the login is refused
 */
export async function probe(url: string): Promise<Probe> {
  // A pooler that does not keep statements may lend the connection of another who looks.
  const name = `fulmar_probe_${randomBytes(8).toString("hex")}`;
  const text = `SELECT pg_backend_pid() AS pid,
                       EXISTS (SELECT FROM pg_prepared_statements WHERE name = '${name}') AS verbatim`;
  return withClient(url, async (client) => {
    await client.query("BEGIN");
    const { rows } = await client.query<{ pid: number; verbatim: boolean }>({ name, text });
    const [row] = rows;
    await client.query(row?.verbatim === true ? `DEALLOCATE ${name}; COMMIT` : "COMMIT");
    return { pooled: row?.pid !== numberOf(client), keepsStatements: row?.verbatim === false };
  });
}

/** Whether somebody who listens at one URL hears what is told at another, thus whether both lead to one database. */
export async function hears(listenUrl: string, url: string): Promise<boolean> {
  const channel = `fulmar_probe_${randomBytes(8).toString("hex")}`;
  return withClient(listenUrl, async (listener) => {
    const { promise: heard, resolve } = Promise.withResolvers<boolean>();
    listener.on("notification", () => resolve(true));
    await listener.query(`LISTEN ${channel}`);
    await withClient(url, (teller) => teller.query(`NOTIFY ${channel}`));
    const tooLate = setTimeout(() => resolve(false), HEAR_MS);
    return heard.finally(() => clearTimeout(tooLate));
  });
}

/** node-postgres keeps the number of a session for cancellations. */
function numberOf(client: pg.Client): unknown {
  return "processID" in client ? client.processID : undefined;
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
