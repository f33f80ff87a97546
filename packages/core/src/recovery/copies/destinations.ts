import { isIP } from "node:net";
import { BackupDestination } from "@fulmar/contract";
import { isPublicAddress } from "@fulmar/edge-protocol";
import { type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../../query/paging.ts";
import { wireForm } from "../../query/wire-form.ts";
import type { ShownSecret } from "../../request/answers/kept-answers.ts";
import type { Handler, InWorkspace } from "../../request/context.ts";
import { conflict, found, invalidField } from "../../request/domain-error.ts";
import { newId } from "../../request/identifiers.ts";
import { sealAccess } from "./destination-access.ts";
import { keyIdOf, newKey } from "./sealed-object.ts";

const COLUMNS = `d.destination_id, d.name, d.status, d.endpoint, d.region, d.bucket, d.prefix, d.key_fingerprint,
  d.keep_count, d.keep_days, d.error_message, d.checked_at, d.unreadable_copies, d.created_at`;

const ONE = "d.workspace_id = $workspace_id::bigint AND d.destination_id = $destination_id";

const list = statement(
  "backup_destination_list",
  `SELECT ${COLUMNS} FROM backup_destination d
    WHERE d.workspace_id = $workspace_id::bigint AND ($after::text IS NULL OR d.destination_id < $after)
    ORDER BY d.destination_id DESC LIMIT $limit`,
);

const get = statement("backup_destination_get", `SELECT ${COLUMNS} FROM backup_destination d WHERE ${ONE}`);

const insert = statement(
  "backup_destination_insert",
  `INSERT INTO backup_destination AS d (destination_id, workspace_id, name, endpoint, region, bucket, prefix,
                                        sealed_access, key_fingerprint, keep_count, keep_days)
   VALUES ($destination_id, $workspace_id::bigint, $name, $endpoint, $region, $bucket, $prefix,
           $sealed_access::bytea, $key_fingerprint, $keep_count::int, $keep_days::int)
   RETURNING ${COLUMNS}`,
);

// A policy that names it meanwhile waits for this lock, and then finds it gone.
const lock = statement(
  "backup_destination_lock",
  `SELECT d.destination_id FROM backup_destination d WHERE ${ONE} FOR UPDATE`,
);

const users = statement(
  "backup_destination_users",
  `SELECT v.vm_id AS id, v.name FROM backup_policy p
     JOIN vm v ON v.workspace_id = p.workspace_id AND v.vm_id = p.vm_id
    WHERE p.workspace_id = $workspace_id::bigint AND p.destination_id = $destination_id AND p.enabled
    ORDER BY v.vm_id LIMIT 20`,
);

const remove = statement(
  "backup_destination_delete",
  `WITH ended AS (
     UPDATE backup_policy SET destination_id = NULL
      WHERE workspace_id = $workspace_id::bigint AND destination_id = $destination_id
   )
   DELETE FROM backup_destination d WHERE ${ONE}`,
);

const toDestination = wireForm(BackupDestination);

export const listDestinations: Handler<"backupDestination.list"> = async ({ sql, workspace }, { limit, cursor }) => {
  const after = decodeCursor(cursor, "bdst");
  const rows = await sql.query(list, { workspace_id: workspace.id, after, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.destination_id, toDestination);
};

export const getDestination: Handler<"backupDestination.get"> = async ({ sql, workspace }, { destination_id }) =>
  toDestination(found(await sql.maybe(get, { workspace_id: workspace.id, destination_id }), "backup destination"));

/** The database refuses a name that is taken. A worker looks at the bucket: requests reach no strangers. */
export const createDestination: Handler<"backupDestination.create"> = async (
  { sql, workspace, configuration },
  { access_key, secret_key, key = newKey(), ...shown },
) => {
  requirePublic(shown.endpoint, configuration);
  const destination_id = newId("bdst");
  const row = await sql.one(insert, {
    ...{ workspace_id: workspace.id, destination_id, ...shown },
    sealed_access: sealAccess(configuration.secrets, destination_id, { access_key, secret_key, key }),
    key_fingerprint: keyIdOf(key),
  });
  return { ...toDestination(row), key };
};

const inForce = statement(
  "backup_destination_in_force",
  `SELECT d.destination_id FROM backup_destination d WHERE d.destination_id = $destination_id`,
);

/** Whether the key that a create answered is still that of a destination. */
export async function isCopyKeyInForce(sql: Sql, { destination_id }: ShownSecret): Promise<boolean> {
  return (await sql.query(inForce, { destination_id })).length > 0;
}

/** What the bucket holds stays there. */
export const deleteDestination: Handler<"backupDestination.delete"> = async (
  { sql, workspace },
  { destination_id },
) => {
  const place = { workspace_id: workspace.id, destination_id };
  found(await sql.maybe(lock, place), "backup destination");
  const named = await sql.query(users, place);
  if (named.length > 0)
    throw conflict(
      "destination_in_use",
      "Backup policies name the destination; change those of the VMs or disable their backups first.",
      named.map((vm) => ({ type: "vm", ...vm })),
    );
  await sql.query(remove, place);
  return { status: "deleted", id: destination_id };
};

const name = statement(
  "backup_destination_name",
  `SELECT d.destination_id FROM backup_destination d WHERE ${ONE} FOR KEY SHARE`,
);

/** @throws DomainError 404 */
export async function requireDestination({ sql, workspace }: InWorkspace, destination_id: string): Promise<void> {
  found(await sql.maybe(name, { workspace_id: workspace.id, destination_id }), "backup destination");
}

/** @throws DomainError 400. Names are resolved and checked on each connection */
function requirePublic(
  endpoint: string,
  configuration: { readonly webhookPrivateTargets: boolean; readonly publicObjectStoreUrl: string },
): void {
  const { origin, protocol, hostname } = new URL(endpoint);
  if (configuration.webhookPrivateTargets || origin === new URL(configuration.publicObjectStoreUrl).origin) return;
  if (protocol !== "https:") throw invalidField("endpoint", "must begin with https://");
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw invalidField("endpoint", "must have a public address");
}
