// Workers ask the servers of regions whether they answer and take the key, and connect those that are new
// (docs/adr/0174).
import type { Secrets } from "@fulmar/config";
import { MOST_UNKNOWN_USERS } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { type Sql, statement } from "@fulmar/prisma";
import { ProviderError, type StorageReport } from "@fulmar/providers";
import { DUE } from "../../work/due.ts";
import { throwAll, workOn } from "../../work/work-through.ts";
import type { WorkerServices } from "../../work/worker-services.ts";
import { type ConnectionRow, readConnections, storageOf } from "./storage-connections.ts";

const due = statement("storage_regions_due", `SELECT region, check_at FROM storage_region WHERE check_at <= ${DUE}`);

// An operator may have asked again meanwhile.
const done = statement(
  "storage_region_checked",
  "UPDATE storage_region SET check_at = NULL WHERE region = $region AND check_at = $check_at::timestamptz",
);

const reached = statement(
  "storage_connection_reached",
  `WITH told AS (UPDATE storage_region SET unsupported = $unsupported::text[],
                        connected_at = coalesce(connected_at, now())
                   WHERE region = $region AND (unsupported <> $unsupported::text[] OR connected_at IS NULL))
   UPDATE storage_connection SET server = $server, reachable = true, error_message = NULL, checked_at = now()
    WHERE region = $region`,
);

const unreached = statement(
  "storage_connection_unreached",
  `UPDATE storage_connection SET reachable = false, error_message = $error_message, checked_at = now()
    WHERE region = $region`,
);

const unknownUsers = statement(
  "storage_users_unknown",
  `UPDATE storage_connection
      SET unknown_users = ARRAY(
            SELECT u FROM unnest($users::text[]) u
             WHERE NOT EXISTS (SELECT FROM storage_owner o
                                WHERE o.region = $region AND u = $user_prefix || 'ws-' || o.workspace_id)
               AND NOT EXISTS (SELECT FROM storage_key k
                                WHERE k.region = $region AND u = $user_prefix || 'key-' || k.access_key_id)
             ORDER BY u LIMIT ${MOST_UNKNOWN_USERS})
    WHERE region = $region`,
);

/** Records that the server of a region answered. A region that was not connected is, from now on. */
export async function recordReached(sql: Sql, region: string, { server, unsupported }: StorageReport): Promise<void> {
  await sql.query(reached, { region, server, unsupported });
}

/** Records why the server of a region was not reached, in its own words. */
export async function recordUnreached(sql: Sql, region: string, error: ProviderError): Promise<void> {
  const { message, cause } = error;
  const said = cause instanceof Error ? ` (${cause.message})` : "";
  await sql.query(unreached, { region, error_message: `${message}${said}` });
}

const TIMEOUT_MS = 15_000;

/**
 * Asks the server of a region whether it answers and accepts the key, and for users that the database does not know,
 * such as those of a workspace that a restored database lacks. What it said is recorded, a refusal, too.
 */
async function checkRegion(sql: Sql, secrets: Secrets, connection: ConnectionRow, signal: AbortSignal): Promise<void> {
  const { region, user_prefix } = connection;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const limited = AbortSignal.any([signal, timeout]);
  try {
    const storage = storageOf(secrets, connection);
    const report = await storage.inspect(limited);
    const users = await storage.listUsers(limited);
    await recordReached(sql, region, report);
    await sql.query(unknownUsers, { region, user_prefix, users });
  } catch (error) {
    signal.throwIfAborted();
    const refusal = timeout.aborted
      ? new ProviderError("timeout", "The server did not answer in time.", { retryable: true, cause: error })
      : error;
    if (!(refusal instanceof ProviderError)) throw error;
    await recordUnreached(sql, region, refusal);
  }
}

/** Asks the servers of new regions, and of those that operators want to be asked now. */
export const checkRegions: Reconciler<Pick<WorkerServices, "database" | "secrets">> = {
  name: "check-regions",
  everyMs: 2_000,
  async run({ database: { sql }, secrets }, signal) {
    const asked = await sql.query(due);
    const check = async ({ region, check_at }: (typeof asked)[number]) => {
      const [connection] = await readConnections(sql, region);
      if (connection !== undefined) await checkRegion(sql, secrets, connection, signal);
      await sql.query(done, { region, check_at });
    };
    throwAll(await workOn(asked, check, signal));
  },
};
