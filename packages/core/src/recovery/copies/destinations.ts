import { isIP } from "node:net";
import { BackupDestination } from "@fulmar/contract";
import { isPublicAddress } from "@fulmar/edge-protocol";
import { type Sql, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../../query/paging.ts";
import { wireForm } from "../../query/wire-form.ts";
import type { ShownSecret } from "../../request/answers/kept-answers.ts";
import type { Handler, InWorkspace } from "../../request/context.ts";
import { conflict, found, invalidField } from "../../request/domain-error.ts";
import { newId } from "../../request/identifiers.ts";
import { openAccess, sealAccess } from "./destination-access.ts";
import { expireCopies } from "./retention.ts";
import { keyIdOf, newKey } from "./sealed-object.ts";

const COLUMNS = `d.destination_id, d.name, d.status, d.endpoint, d.region, d.bucket, d.prefix, d.key_fingerprint,
  d.keep_count, d.keep_days, d.error_message, d.checked_at, d.unreadable_copies, d.created_at`;

const ONE = "d.workspace_id = $workspace_id::bigint AND d.destination_id = $destination_id";

const list = statement(
  "backup_destination_list",
  `SELECT ${COLUMNS} FROM backup_destination d
    WHERE d.workspace_id = $workspace_id::bigint AND d.destination_id < $after
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
  const after = olderThan(cursor, "bdst");
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

// A copy that is planned meanwhile waits for this lock.
const lockWhole = statement(
  "backup_destination_to_change",
  `SELECT ${COLUMNS}, d.sealed_access FROM backup_destination d WHERE ${ONE} FOR UPDATE`,
);

const there = statement(
  "backup_destination_copies",
  `SELECT copy_id AS id, vm_name AS name FROM backup_copy
    WHERE workspace_id = $workspace_id::bigint AND destination_id = $destination_id AND status <> 'failed'
    ORDER BY copy_id DESC LIMIT 20`,
);

// What a worker has seen of the former bucket says nothing of this one, so its attempt ends.
const change = statement(
  "backup_destination_update",
  `UPDATE backup_destination d
      SET name = $name, endpoint = $endpoint, region = $region, bucket = $bucket, prefix = $prefix,
          sealed_access = $sealed_access::bytea, keep_count = $keep_count::int, keep_days = $keep_days::int,
          status = CASE WHEN $moved::boolean THEN 'checking' ELSE d.status END,
          error_message = CASE WHEN NOT $moved THEN d.error_message END,
          unreadable_copies = CASE WHEN $moved THEN 0 ELSE d.unreadable_copies END,
          attempts = d.attempts + $moved::int, check_at = least(d.check_at, now())
    WHERE ${ONE} RETURNING ${COLUMNS}`,
);

// Copies that the former access kept waiting are tried at once.
const hurry = statement(
  "backup_destination_hurry",
  `UPDATE backup_copy SET copy_at = least(copy_at, now())
    WHERE workspace_id = $workspace_id::bigint AND destination_id = $destination_id AND status = 'waiting'
      AND waiting_reason IS NOT NULL`,
);

/**
 * Changes the fields that are sent. Copies stay under the prefix that they were written under, and those that are more
 * than it keeps are ended at once, so that the plan shows them.
 * @throws DomainError 404, and 409 for another bucket while there are copies
 */
export const updateDestination: Handler<"backupDestination.update"> = async (
  { sql, workspace, configuration },
  { destination_id, access_key, secret_key, ...sent },
) => {
  const { secrets } = configuration;
  const place = { workspace_id: workspace.id, destination_id };
  const { sealed_access, ...before } = found(await sql.maybe(lockWhole, place), "backup destination");
  const after = {
    name: sent.name ?? before.name,
    endpoint: sent.endpoint ?? before.endpoint,
    region: sent.region ?? before.region,
    bucket: sent.bucket ?? before.bucket,
    prefix: sent.prefix ?? before.prefix,
    keep_count: sent.keep_count === undefined ? before.keep_count : sent.keep_count,
    keep_days: sent.keep_days === undefined ? before.keep_days : sent.keep_days,
  };
  const access = openAccess(secrets, destination_id, sealed_access);
  const given = { ...access, access_key: access_key ?? access.access_key, secret_key: secret_key ?? access.secret_key };
  const isElsewhere = originOf(after) !== originOf(before) || after.bucket !== before.bucket;
  const moved =
    isElsewhere ||
    after.region !== before.region ||
    after.prefix !== before.prefix ||
    JSON.stringify(given) !== JSON.stringify(access);
  const isKeptOtherwise = after.keep_count !== before.keep_count || after.keep_days !== before.keep_days;
  if (!moved && !isKeptOtherwise && after.name === before.name && after.endpoint === before.endpoint)
    return toDestination(before);
  if (isElsewhere) {
    requirePublic(after.endpoint, configuration);
    await requireEmpty(sql, place);
  }
  const row = await sql.one(change, {
    ...{ ...place, ...after, moved },
    sealed_access: moved ? sealAccess(secrets, destination_id, given) : Buffer.from(sealed_access),
  });
  if (moved) await sql.query(hurry, place);
  if (isKeptOtherwise) await sql.query(expireCopies, place);
  return toDestination(row);
};

const originOf = ({ endpoint }: { readonly endpoint: string }) => new URL(endpoint).origin;

/** @throws DomainError 409 that names the newest copies */
async function requireEmpty(sql: Sql, place: { readonly workspace_id: bigint; readonly destination_id: string }) {
  const copies = await sql.query(there, place);
  if (copies.length === 0) return;
  throw conflict(
    "destination_has_copies",
    "Copies are in the bucket of the destination; add another destination for another bucket, and name it in the " +
      "backup policies.",
    copies.map((copy) => ({ type: "backup_copy", ...copy })),
  );
}

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
