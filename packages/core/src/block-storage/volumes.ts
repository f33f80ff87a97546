import { Volume, type VolumeStatus } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { inEachOrder, keyIn, positionIn } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import { contains, isAmong } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import { askUntil } from "../request/ask-until.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { restorableUntil } from "../work/restore-window.ts";

export const volumeColumns =
  "volume_id, name, status::text, size_gb, type::text, site_id, snapshot_id, attached_vm_id, device_path, " +
  "error_message, deletion_protection, restorable_until, trim_scale(monthly_price)::text AS monthly_price, " +
  "created_at, updated_at";
const mine = "workspace_id = $workspace_id::bigint AND volume_id = $volume_id AND deleted_at IS NULL";

const listsOf = <const Name extends string>(listName: Name, which: string) =>
  inEachOrder({
    name: listName,
    by: { name: "name", site_id: "site_id", size_gb: "size_gb", monthly_price: "volume.monthly_price" },
    id: "volume_id",
    text: ({ after, orderBy }) => `
    SELECT ${volumeColumns} FROM volume
     WHERE workspace_id = $workspace_id::bigint AND ${which}
       AND ${after("$after")}
       AND ${isAmong("status", "$statuses")}
       AND ($name::text IS NULL OR name = $name)
       AND ${contains("name", "$search")}
       AND ${isAmong("site_id", "$site_ids")}
     ORDER BY ${orderBy} LIMIT $limit::int`,
  });
const lists = listsOf("volume_list", "deleted_at IS NULL");
/** Kept volumes have an index of their own. */
const keptLists = listsOf("volume_list_kept", "restorable_until IS NOT NULL");

const get = lookup("volume_get", `SELECT ${volumeColumns} FROM volume WHERE ${mine}`);
const lock = statement(
  "volume_lock",
  `SELECT ${volumeColumns}, operation_id, next_operation_id FROM volume WHERE ${mine} FOR NO KEY UPDATE`,
);

const checkNew = statement(
  "volume_check_new",
  `SELECT EXISTS (SELECT FROM site WHERE site_id = $site_id AND removed_at IS NULL) AS site_known,
          EXISTS (SELECT FROM site WHERE site_id = $site_id AND closed_at IS NOT NULL) AS site_closed,
          EXISTS (SELECT FROM volume
                   WHERE workspace_id = $workspace_id::bigint AND name = $name AND deleted_at IS NULL) AS name_taken`,
);

const update = statement(
  "volume_update",
  `UPDATE volume
      SET name = coalesce($name, name),
          deletion_protection = coalesce($deletion_protection::boolean, deletion_protection),
          updated_at = CASE WHEN name = coalesce($name, name)
                             AND deletion_protection = coalesce($deletion_protection::boolean, deletion_protection)
                            THEN updated_at ELSE now() END
    WHERE ${mine} RETURNING ${volumeColumns}`,
);

const remove = statement(
  "volume_delete",
  `WITH kept AS (
     SELECT CASE WHEN status <> 'error' THEN ${restorableUntil("$workspace_id::bigint")} END AS until
       FROM volume WHERE ${mine}
   ), snapshots AS (
     UPDATE volume_snapshot SET deleted_at = now() FROM kept
      WHERE kept.until IS NULL AND workspace_id = $workspace_id::bigint AND volume_id = $volume_id
        AND deleted_at IS NULL
   )
   UPDATE volume
      SET status = 'deleting', attached_vm_id = NULL, device_path = NULL, error_message = NULL, updated_at = now(),
          deleted_at = now(),
          restorable_until = kept.until
     FROM kept
    WHERE ${mine} AND status IN ('available', 'in-use', 'error') AND operation_id IS NULL AND NOT deletion_protection
   RETURNING restorable_until`,
);

const exists = statement(
  "volume_exists",
  "SELECT FROM volume WHERE workspace_id = $workspace_id::bigint AND volume_id = $volume_id",
);

export type VolumeRow = RowOf<typeof get>;

/** A volume that a transaction has locked, with the operation that holds it and the attachment that is next. */
export type LockedVolumeRow = RowOf<typeof lock>;

export const toVolume = wireForm(Volume);

/**
 * Reads a volume and locks it until the transaction ends. A transaction that also locks a VM locks the volume first.
 * @throws DomainError 404
 */
export async function lockVolume({ sql, workspace }: InWorkspace, volume_id: string): Promise<LockedVolumeRow> {
  return found(await sql.maybe(lock, { workspace_id: workspace.id, volume_id }), "volume");
}

/** Whether there is or was such a volume. */
export async function refuseUnknownVolume({ sql, workspace }: InWorkspace, volume_id: string): Promise<void> {
  found(await sql.maybe(exists, { workspace_id: workspace.id, volume_id }), "volume");
}

/** Whether a volume could be created with these values: the site exists, is not closed, and the name is free. */
export function checkNewVolume({ sql, workspace }: InWorkspace, { name, site_id }: Pick<Volume, "name" | "site_id">) {
  return sql.one(checkNew, { workspace_id: workspace.id, name, site_id });
}

/**
 * available | in-use | error → gone, with its snapshots, or kept with them until the returned time. The caller has
 * locked it and has checked that no operation holds it and that it is not protected.
 */
export async function endVolume({ sql, workspace }: InWorkspace, volume_id: string): Promise<Date | null> {
  const row = await sql.maybe(remove, { workspace_id: workspace.id, volume_id });
  return row?.restorable_until ?? null;
}

export const listVolumes: Handler<"volume.list"> = async (context, { limit, cursor, sort, deleted, ...filter }) => {
  const rows = await context.sql.query((deleted ? keptLists : lists)[sort], {
    workspace_id: context.workspace.id,
    after: positionIn(sort, "vol", cursor),
    statuses: filter.status,
    name: filter.name,
    search: filter.search,
    site_ids: filter.site_id,
    limit: limit + 1,
  });
  return toPage(rows, limit, (row) => keyIn(sort, row.volume_id, row), toVolume);
};

/** Reads a volume. @throws DomainError 404 */
export async function readVolume({ sql, workspace }: InWorkspace, volume_id: string): Promise<VolumeRow> {
  return found(await sql.maybe(get, { workspace_id: workspace.id, volume_id }), "volume");
}

/** The states that a volume leaves only by a request. */
const SETTLED: ReadonlySet<VolumeStatus> = new Set(["available", "in-use", "error"]);

export const getVolume: Handler<"volume.get"> = async (context, { volume_id, wait }) => {
  const isSettled = ({ status }: VolumeRow) => SETTLED.has(status);
  const options = { waitSeconds: wait, signal: context.signal };
  return toVolume(await askUntil(() => readVolume(context, volume_id), isSettled, options));
};

/** Renames or protects a volume in any state. If nothing changes, not even `updated_at` is written. */
export const updateVolume: Handler<"volume.update"> = async (context, { volume_id, name, deletion_protection }) => {
  const { sql, workspace } = context;
  if (name === undefined && deletion_protection === undefined) return toVolume(await readVolume(context, volume_id));
  const values = { workspace_id: workspace.id, volume_id, name, deletion_protection };
  return toVolume(found(await sql.maybe(update, values), "volume"));
};
