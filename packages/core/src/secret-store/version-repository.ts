import type { SecretEncoding, SecretVersion, SecretVersionStatus } from "@fulmar/contract";
import { lookup, type Sql, type Statement, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";

export interface VersionRow {
  secret_id: string;
  version: number;
  status: SecretVersionStatus;
  encoding: SecretEncoding;
  created_at: Date;
  destroyed_at: Date | null;
}

const columns = "v.secret_id, v.version, v.status::text, v.encoding::text, v.created_at, v.destroyed_at";
const mine = "v.workspace_id = $1::bigint AND v.secret_id = $2";

const list = statement(
  "secret_version_list",
  `SELECT ${columns} FROM secret_version v
    WHERE ${mine} AND ($4::int IS NULL OR v.version < $4::int)
      AND EXISTS (SELECT FROM secret s JOIN secret_store st USING (workspace_id, store_id)
                   WHERE s.workspace_id = $1::bigint AND s.secret_id = $2 AND s.store_id = $3 AND st.status <> 'deleting')
    ORDER BY v.version DESC LIMIT $5::int`,
);

const get = lookup(
  "secret_version_get",
  `SELECT ${columns} FROM secret_version v WHERE ${mine} AND v.version = $3::int`,
);

const insert = statement(
  "secret_version_insert",
  `WITH counted AS (
     UPDATE secret SET version = $3::int, updated_at = now() WHERE workspace_id = $1::bigint AND secret_id = $2
   )
   INSERT INTO secret_version AS v (workspace_id, secret_id, version, encoding, sealed)
   VALUES ($1::bigint, $2, $3::int, $4::secret_encoding, $5::bytea) RETURNING ${columns}`,
);

const enable = statement(
  "secret_version_enable",
  `UPDATE secret_version v SET status = 'enabled' WHERE ${mine} AND v.version = $3::int AND v.status = 'disabled' RETURNING ${columns}`,
);

const disable = statement(
  "secret_version_disable",
  `UPDATE secret_version v SET status = 'disabled' WHERE ${mine} AND v.version = $3::int AND v.status = 'enabled' RETURNING ${columns}`,
);

const destroy = statement(
  "secret_version_destroy",
  `UPDATE secret_version v SET status = 'destroyed', sealed = NULL, destroyed_at = now()
    WHERE ${mine} AND v.version = $3::int AND v.status <> 'destroyed' RETURNING ${columns}`,
);

/** The versions of one secret, which the caller has found or holds. Their values are never among what is read here. */
export class VersionRepository {
  readonly #sql: Sql;
  readonly #secret: readonly [bigint, string];

  constructor(sql: Sql, workspaceId: bigint, secretId: string) {
    this.#sql = sql;
    this.#secret = [workspaceId, secretId];
  }

  /** Newest first, `limit` at most, those before `before`; empty also where the store has no such secret. */
  list(storeId: string, before: number | undefined, limit: number): Promise<VersionRow[]> {
    return this.#sql.query(list, [...this.#secret, storeId, before ?? null, limit]);
  }

  get(version: number): Promise<VersionRow | undefined> {
    return this.#one(get, version);
  }

  /** Writes a version and makes it the latest. */
  async insert(version: number, encoding: SecretEncoding, sealed: Uint8Array): Promise<VersionRow> {
    const row = await this.#one(insert, version, encoding, sealed);
    if (row === undefined) throw new Error("the database wrote no version");
    return row;
  }

  /** disabled → enabled. Undefined when the version is in another state. */
  enable(version: number): Promise<VersionRow | undefined> {
    return this.#one(enable, version);
  }

  /** enabled → disabled. Undefined when the version is in another state. */
  disable(version: number): Promise<VersionRow | undefined> {
    return this.#one(disable, version);
  }

  /** enabled | disabled → destroyed, its value wiped. Undefined when it is destroyed already. */
  destroy(version: number): Promise<VersionRow | undefined> {
    return this.#one(destroy, version);
  }

  async #one(query: Statement, version: number, ...values: unknown[]): Promise<VersionRow | undefined> {
    const [row] = await this.#sql.queryAs<VersionRow>(query, [...this.#secret, version, ...values]);
    return row;
  }
}

export function toSecretVersion(row: VersionRow): SecretVersion {
  return { ...row, created_at: toTimestamp(row.created_at), destroyed_at: toTimestamp(row.destroyed_at) };
}
