import type { UpdateVolume, Volume, VolumeStatus } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { inEachOrder, keyIn, type ListPosition, positionIn, type Sort } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import { contains, isAmong } from "../query/search.ts";
import { toTimestamp } from "../query/timestamp.ts";
import { askUntil } from "../request/ask-until.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { restorableUntil } from "../work/restore-window.ts";

interface VolumeFilter {
  readonly status?: readonly VolumeStatus[] | undefined;
  readonly site_id?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly search?: string | undefined;
  /** Lists the deleted ones that can be restored. */
  readonly deleted: boolean;
}

export const volumeColumns =
  "volume_id, name, status::text, size_gb, type::text, site_id, snapshot_id, attached_vm_id, device_path, error_message, deletion_protection, restorable_until, trim_scale(monthly_price)::text AS monthly_price, created_at, updated_at";
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
/** What is kept has an index of its own. */
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

/** The volumes of one workspace. Only `existed` sees deleted ones. */
export class VolumeRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Returns at most `limit` volumes after a position, in the order of `sort`. */
  list(
    { status, name, search, site_id, deleted }: VolumeFilter,
    sort: Sort<"name" | "site_id" | "size_gb" | "monthly_price">,
    after: ListPosition | null,
    limit: number,
  ): Promise<VolumeRow[]> {
    return this.#sql.query((deleted ? keptLists : lists)[sort], {
      workspace_id: this.#workspaceId,
      after,
      statuses: status ?? null,
      name: name ?? null,
      search: search ?? null,
      site_ids: site_id ?? null,
      limit,
    });
  }

  async get(volumeId: string): Promise<VolumeRow | undefined> {
    const [row] = await this.#sql.query(get, { workspace_id: this.#workspaceId, volume_id: volumeId });
    return row;
  }

  /**
   * Reads a volume and locks it until the transaction ends. A transaction that also locks a VM locks the volume first.
   */
  async lock(volumeId: string): Promise<LockedVolumeRow | undefined> {
    const [row] = await this.#sql.query(lock, { workspace_id: this.#workspaceId, volume_id: volumeId });
    return row;
  }

  /** Whether there is or was such a volume. */
  async existed(volumeId: string): Promise<boolean> {
    return (await this.#sql.query(exists, { workspace_id: this.#workspaceId, volume_id: volumeId })).length > 0;
  }

  /** Whether a volume could be created with these values: the site exists, is not closed, and the name is free. */
  async checkNew(
    name: string,
    siteId: string,
  ): Promise<{ site_known: boolean; site_closed: boolean; name_taken: boolean }> {
    const [row] = await this.#sql.query(checkNew, { workspace_id: this.#workspaceId, name, site_id: siteId });
    if (row === undefined) throw new Error("the database did not say whether the volume could be created");
    return row;
  }

  /** Changes the fields that are given. If none of them changes, not even `updated_at` is written. */
  async update(volumeId: string, change: UpdateVolume): Promise<VolumeRow | undefined> {
    const { name = null, deletion_protection = null } = change;
    const [row] = await this.#sql.query(update, {
      workspace_id: this.#workspaceId,
      volume_id: volumeId,
      name,
      deletion_protection,
    });
    return row;
  }

  /**
   * available | in-use | error → gone, with its snapshots, or kept with them until the returned time. The caller has
   * locked it and has checked that no operation holds it and that it is not protected.
   */
  async delete(volumeId: string): Promise<Date | null> {
    const [row] = await this.#sql.query(remove, { workspace_id: this.#workspaceId, volume_id: volumeId });
    return row?.restorable_until ?? null;
  }
}

export function toVolume(row: VolumeRow): Volume {
  return {
    volume_id: row.volume_id,
    name: row.name,
    status: row.status,
    size_gb: row.size_gb,
    type: row.type,
    site_id: row.site_id,
    snapshot_id: row.snapshot_id,
    attached_vm_id: row.attached_vm_id,
    device_path: row.device_path,
    error_message: row.error_message,
    deletion_protection: row.deletion_protection,
    restorable_until: toTimestamp(row.restorable_until),
    monthly_price: row.monthly_price,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

export const listVolumes: Handler<"volume.list"> = async (context, { limit, cursor, sort, ...filter }) => {
  const volumes = new VolumeRepository(context.sql, context.workspace.id);
  const rows = await volumes.list(filter, sort, positionIn(sort, "vol", cursor), limit + 1);
  return toPage(rows, limit, (row) => keyIn(sort, row.volume_id, row), toVolume);
};

/** The states that a volume leaves only by a request. */
const SETTLED: ReadonlySet<VolumeStatus> = new Set(["available", "in-use", "error"]);

export const getVolume: Handler<"volume.get"> = async ({ sql, workspace, signal }, { volume_id, wait }) => {
  const volumes = new VolumeRepository(sql, workspace.id);
  const ask = async () => {
    const row = await volumes.get(volume_id);
    if (row === undefined) throw notFound("volume");
    return row;
  };
  return toVolume(await askUntil(ask, ({ status }) => SETTLED.has(status), { waitSeconds: wait, signal }));
};

/** Renames or protects a volume in any state. */
export const updateVolume: Handler<"volume.update"> = async ({ sql, workspace }, { volume_id, ...change }) => {
  const volumes = new VolumeRepository(sql, workspace.id);
  const nothing = Object.values(change).every((value) => value === undefined);
  const row = nothing ? await volumes.get(volume_id) : await volumes.update(volume_id, change);
  if (row === undefined) throw notFound("volume");
  return toVolume(row);
};
