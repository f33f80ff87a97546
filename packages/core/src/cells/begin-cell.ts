import { type Database, statement } from "@fulmar/prisma";
import { conflict } from "../request/domain-error.ts";

/** More workspaces than a cell will have. */
const NUMBERS_OF_CELL = 1_000_000_000n;

const begin = statement(
  "cell_begin",
  `SELECT setval('workspace_workspace_id_seq', $first::bigint, false)::text AS workspaces,
          setval('event_number', $first::bigint, false)::text AS events
    WHERE NOT EXISTS (SELECT FROM workspace)`,
);

/**
 * Lets the workspaces and events of a new cell have numbers that no other cell has. So a request with the token of
 * another cell finds nothing, and receivers of webhooks of several cells tell their events apart.
 * @param number of the cell. The first cell has 0, as an installation that is no cell
 * @returns the id of its first workspace
 * @throws DomainError 409 if it has workspaces
 */
export async function beginCell({ sql }: Pick<Database, "sql">, number: number): Promise<string> {
  const first = BigInt(number) * NUMBERS_OF_CELL + 1n;
  const begun = await sql.query(begin, { first });
  if (begun.length > 0) return String(first);
  throw conflict("cell_begun", "This cell has workspaces, whose ids stay; only a new one can be given numbers.");
}
