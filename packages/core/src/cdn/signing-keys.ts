import { randomBytes } from "node:crypto";
import type { CdnSigningKey } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { decodeCursor, toPage } from "../query/paging.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { conflict } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";

const SALT_BYTES = 16;
/** The longest lifetime of a URL plus one hour for clock differences. */
const OUTLIVES = "interval '7 days 1 hour'";
const MOST_KEYS = 20;
const ATTEMPTS = 3;

const columns = "key_id, created_at, retired_at, valid_until";

const list = statement(
  "cdn_signing_key_list",
  `SELECT ${columns} FROM cdn_signing_key
    WHERE workspace_id = $workspace_id::bigint AND ($after::text IS NULL OR key_id < $after)
      AND (valid_until IS NULL OR valid_until > now())
    ORDER BY key_id DESC LIMIT $limit::int`,
);

type SigningKeyRow = RowOf<typeof list>;

const current = statement(
  "cdn_signing_key_current",
  `SELECT key_id, salt, signs_unexpiring FROM cdn_signing_key
    WHERE workspace_id = $workspace_id::bigint AND retired_at IS NULL`,
);

/** The inputs from which the current signing key is derived. */
export type CurrentKey = RowOf<typeof current>;

const first = statement(
  "cdn_signing_key_first",
  `INSERT INTO cdn_signing_key (workspace_id, key_id, salt) VALUES ($workspace_id::bigint, $key_id, $salt)
       ON CONFLICT (workspace_id) WHERE retired_at IS NULL DO NOTHING RETURNING key_id, salt, signs_unexpiring`,
);

const keep = statement(
  "cdn_signing_key_keep",
  `UPDATE cdn_signing_key SET signs_unexpiring = true
    WHERE workspace_id = $workspace_id::bigint AND key_id = $key_id AND retired_at IS NULL RETURNING key_id`,
);

const revoke = statement(
  "cdn_signing_key_revoke",
  "DELETE FROM cdn_signing_key WHERE workspace_id = $workspace_id::bigint",
);

// Also deletes keys whose last URL has expired.
const retire = statement(
  "cdn_signing_key_retire",
  `WITH expired AS (DELETE FROM cdn_signing_key WHERE workspace_id = $workspace_id::bigint AND valid_until <= now())
   UPDATE cdn_signing_key
      SET retired_at = now(), valid_until = CASE WHEN signs_unexpiring THEN NULL ELSE now() + ${OUTLIVES} END
    WHERE workspace_id = $workspace_id::bigint AND retired_at IS NULL`,
);

const next = statement(
  "cdn_signing_key_next",
  `INSERT INTO cdn_signing_key (workspace_id, key_id, salt)
   SELECT $workspace_id::bigint, $key_id, $salt
    WHERE (SELECT count(*) FROM cdn_signing_key WHERE workspace_id = $workspace_id::bigint) < ${MOST_KEYS}
RETURNING ${columns}`,
);

const newSalt = () => randomBytes(SALT_BYTES).toString("hex");

/** The keys that sign the URLs of one workspace's objects. */
export class SigningKeyRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Returns the keys whose URLs are still valid: at most `limit`, newest first, older than `after`. */
  list(after: string | undefined, limit: number): Promise<SigningKeyRow[]> {
    return this.#sql.query(list, { workspace_id: this.#workspaceId, after: after ?? null, limit });
  }

  /**
   * Returns the current signing key and creates the first one when needed.
   * @param known the key as another statement has just read it
   * @param unexpiring the key is for a URL that does not expire, so the key must outlive its retirement
   */
  async current(known: CurrentKey | undefined, unexpiring: boolean): Promise<CurrentKey> {
    // Between two statements, another request may create the first key, or a rotation may retire the one just read.
    let key = known;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      key ??= (await this.#makeFirst()) ?? (await this.#read());
      if (key !== undefined && (!unexpiring || key.signs_unexpiring || (await this.#keep(key.key_id)))) return key;
      key = undefined;
    }
    throw new Error("the keys of the workspace are rotated faster than they can be read");
  }

  /** Retires the current key, or deletes all keys. */
  async retire(revokePrevious: boolean): Promise<void> {
    await this.#sql.query(revokePrevious ? revoke : retire, { workspace_id: this.#workspaceId });
  }

  /** @returns undefined when the workspace has the maximum number of keys */
  async insert(): Promise<SigningKeyRow | undefined> {
    const [row] = await this.#sql.query(next, {
      workspace_id: this.#workspaceId,
      key_id: newId("key"),
      salt: newSalt(),
    });
    return row;
  }

  async #read(): Promise<CurrentKey | undefined> {
    const [key] = await this.#sql.query(current, { workspace_id: this.#workspaceId });
    return key;
  }

  async #makeFirst(): Promise<CurrentKey | undefined> {
    const [key] = await this.#sql.query(first, {
      workspace_id: this.#workspaceId,
      key_id: newId("key"),
      salt: newSalt(),
    });
    return key;
  }

  async #keep(keyId: string): Promise<boolean> {
    return (await this.#sql.query(keep, { workspace_id: this.#workspaceId, key_id: keyId })).length > 0;
  }
}

function toSigningKey(row: SigningKeyRow): CdnSigningKey {
  const { key_id, created_at, retired_at, valid_until } = row;
  const status = retired_at === null ? "current" : "retired";
  return {
    key_id,
    status,
    created_at: toTimestamp(created_at),
    retired_at: toTimestamp(retired_at),
    valid_until: toTimestamp(valid_until),
  };
}

export const listSigningKeys: Handler<"cdnSigningKey.list"> = async ({ sql, workspace }, { limit, cursor }) => {
  const rows = await new SigningKeyRepository(sql, workspace.id).list(decodeCursor(cursor, "key"), limit + 1);
  return toPage(rows, limit, (row) => row.key_id, toSigningKey);
};

/**
 * Creates a new key and signs with it from now on. The previous key stays valid for seven days, the longest lifetime of
 * a URL. A key that has signed URLs without an expiry (of public objects with a disposition) stays valid until it is
 * revoked.
 */
export const rotateSigningKey: Handler<"cdnSigningKey.rotate"> = async ({ sql, workspace }, { revoke_previous }) => {
  const keys = new SigningKeyRepository(sql, workspace.id);
  await keys.retire(revoke_previous);
  const row = await keys.insert();
  if (row !== undefined) return toSigningKey(row);
  throw conflict(
    "too_many_signing_keys",
    "Too many earlier keys still have valid URLs; wait until some have expired, or revoke them with revoke_previous.",
  );
};
