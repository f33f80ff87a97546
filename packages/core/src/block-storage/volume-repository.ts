import type { CreateVolume, Volume, VolumeStatus, VolumeType } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "../kernel/identifiers.ts";
import { toTimestamp } from "../kernel/timestamp.ts";

export interface VolumeRow {
  volume_id: string;
  name: string;
  status: VolumeStatus;
  size_gb: number;
  type: VolumeType;
  site_id: string;
  attached_vm_id: string | null;
  device_path: string | null;
  created_at: Date;
  updated_at: Date | null;
}

export interface VolumeFilter {
  readonly status?: VolumeStatus | undefined;
  readonly name?: string | undefined;
}

const columns = "volume_id, name, status::text, size_gb, type::text, site_id, attached_vm_id, device_path, created_at, updated_at";
const mine = "workspace_id = $1::bigint AND volume_id = $2 AND deleted_at IS NULL";

const list = statement(
  "volume_list",
  `SELECT ${columns} FROM volume
    WHERE workspace_id = $1::bigint AND deleted_at IS NULL
      AND ($2::text IS NULL OR volume_id < $2)
      AND ($3::volume_status IS NULL OR status = $3::volume_status)
      AND ($4::text IS NULL OR name = $4)
    ORDER BY volume_id DESC LIMIT $5::int`,
);

const get = statement("volume_get", `SELECT ${columns} FROM volume WHERE ${mine}`);
const hold = statement("volume_hold", `SELECT ${columns} FROM volume WHERE ${mine} FOR UPDATE`);

const checkNew = statement(
  "volume_check_new",
  `SELECT EXISTS (SELECT FROM site WHERE site_id = $3) AS site_known,
          EXISTS (SELECT FROM volume WHERE workspace_id = $1::bigint AND name = $2 AND deleted_at IS NULL) AS name_taken`,
);

const insert = statement(
  "volume_insert",
  `INSERT INTO volume (volume_id, workspace_id, name, status, size_gb, type, site_id)
   VALUES ($1, $2::bigint, $3, 'available', $4::int, $5::volume_type, $6) RETURNING ${columns}`,
);

const attach = statement(
  "volume_attach",
  `UPDATE volume SET status = 'in-use', attached_vm_id = $3, device_path = $4, updated_at = now()
    WHERE ${mine} AND status = 'available' RETURNING ${columns}`,
);

const detach = statement(
  "volume_detach",
  `UPDATE volume SET status = 'available', attached_vm_id = NULL, device_path = NULL, updated_at = now()
    WHERE ${mine} AND status = 'in-use' RETURNING ${columns}`,
);

const resize = statement(
  "volume_resize",
  `UPDATE volume SET size_gb = $3::int, updated_at = now()
    WHERE ${mine} AND status IN ('available', 'in-use') AND size_gb < $3::int RETURNING ${columns}`,
);

const remove = statement(
  "volume_delete",
  `UPDATE volume SET status = 'deleting', updated_at = now(), deleted_at = now()
    WHERE ${mine} AND status IN ('available', 'error') AND attached_vm_id IS NULL RETURNING ${columns}`,
);

const exists = statement("volume_exists", "SELECT FROM volume WHERE workspace_id = $1::bigint AND volume_id = $2");

/** The volumes of one workspace. Deleted ones are gone for all but `existed`. */
export class VolumeRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Newest first, `limit` at most, those older than `after`. */
  list({ status, name }: VolumeFilter, after: string | undefined, limit: number): Promise<VolumeRow[]> {
    return this.#sql.query<VolumeRow>(list, [this.#workspaceId, after ?? null, status ?? null, name ?? null, limit]);
  }

  async get(volumeId: string): Promise<VolumeRow | undefined> {
    const [row] = await this.#sql.query<VolumeRow>(get, [this.#workspaceId, volumeId]);
    return row;
  }

  /** Reads a volume and holds it still until the transaction ends. */
  async hold(volumeId: string): Promise<VolumeRow | undefined> {
    const [row] = await this.#sql.query<VolumeRow>(hold, [this.#workspaceId, volumeId]);
    return row;
  }

  /** Whether there is or ever was such a volume. */
  async existed(volumeId: string): Promise<boolean> {
    return (await this.#sql.query(exists, [this.#workspaceId, volumeId])).length > 0;
  }

  /** Whether a volume could be created so: the site exists, the name is free. */
  async checkNew(name: string, siteId: string): Promise<{ site_known: boolean; name_taken: boolean }> {
    const [row] = await this.#sql.query<{ site_known: boolean; name_taken: boolean }>(checkNew, [this.#workspaceId, name, siteId]);
    if (row === undefined) throw new Error("the database did not say whether the volume could be created");
    return row;
  }

  /** The simulated site has a volume at once, so it begins as `available`. */
  async insert({ name, size_gb, type, site_id }: CreateVolume): Promise<VolumeRow> {
    const [row] = await this.#sql.query<VolumeRow>(insert, [newId("vol"), this.#workspaceId, name, size_gb, type, site_id]);
    if (row === undefined) throw new Error("the database created no volume");
    return row;
  }

  /** available → in-use. Undefined when the volume is in another state. */
  attach(volumeId: string, vmId: string, devicePath: string): Promise<VolumeRow | undefined> {
    return this.#move(attach, volumeId, vmId, devicePath);
  }

  /** in-use → available. Undefined when the volume is in another state. */
  detach(volumeId: string): Promise<VolumeRow | undefined> {
    return this.#move(detach, volumeId);
  }

  /** Grows a volume that is available or in use. Undefined when it is in another state, or as large already. */
  resize(volumeId: string, sizeGb: number): Promise<VolumeRow | undefined> {
    return this.#move(resize, volumeId, sizeGb);
  }

  /** available | error → gone. Undefined when the volume is in another state. */
  delete(volumeId: string): Promise<VolumeRow | undefined> {
    return this.#move(remove, volumeId);
  }

  async #move(move: typeof attach, volumeId: string, ...values: unknown[]): Promise<VolumeRow | undefined> {
    const [row] = await this.#sql.query<VolumeRow>(move, [this.#workspaceId, volumeId, ...values]);
    return row;
  }
}

export function toVolume(row: VolumeRow): Volume {
  return { ...row, created_at: toTimestamp(row.created_at), updated_at: toTimestamp(row.updated_at) };
}
