import type pg from "pg";
import { connectCreating } from "./migrate.ts";
import { ensureRoles } from "./process-roles.ts";

/** A database that a dump is to be restored into. */
export interface Receiver {
  /** Whether it has no table, function or other object of its own. */
  readonly empty: boolean;
  readonly serverVersion: string;
  readonly serverMajor: number;
}

const contents = `
  SELECT current_setting('server_version') AS "serverVersion",
         current_setting('server_version_num')::int / 10000 AS "serverMajor",
         NOT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                      WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
                        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')) AS empty`;

/**
 * Gets the database of `url` ready for a dump: makes it if it does not exist, and the roles, which belong to the server
 * and are in no dump. Changes nothing in a database that is not empty.
 */
export async function readyForDump(url: string): Promise<Receiver> {
  const client: pg.Client = await connectCreating(url);
  try {
    const { rows } = await client.query<Receiver>(contents);
    const [receiver] = rows;
    if (receiver === undefined) throw new Error("the server does not say what it is");
    if (receiver.empty) {
      await ensureRoles(client);
      await client.query(`DO $$ BEGIN
        IF NOT pg_has_role(current_user, 'fulmar_workspace', 'SET') THEN GRANT fulmar_workspace TO CURRENT_USER; END IF;
      END $$`);
    }
    return receiver;
  } finally {
    await client.end();
  }
}

/**
 * Makes what a restored database must not believe of the time before: which files its object store has. They are all
 * read again from the beginning.
 */
export async function distrustFiles(url: string): Promise<void> {
  const client = await connectCreating(url);
  try {
    await client.query("UPDATE object_store SET scrub_position = NULL, scrub_began_at = NULL, scrub_ended_at = NULL");
  } finally {
    await client.end();
  }
}
