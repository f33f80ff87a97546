import { randomBytes } from "node:crypto";
import { CdnSigningKey } from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
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
    WHERE workspace_id = $workspace_id::bigint AND key_id < $after
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

/**
 * Returns the current signing key and creates the first one when needed.
 * @param known the key as another statement has just read it
 * @param unexpiring the key is for a URL that does not expire, so the key must outlive its retirement
 */
export async function currentSigningKey(
  { sql, workspace }: InWorkspace,
  known: CurrentKey | undefined,
  unexpiring: boolean,
): Promise<CurrentKey> {
  const workspace_id = workspace.id;
  // Between two statements, another request may create the first key, or a rotation may retire the one just read.
  let key = known;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    key ??= await sql.maybe(first, { workspace_id, key_id: newId("key"), salt: newSalt() });
    key ??= await sql.maybe(current, { workspace_id });
    if (key !== undefined && (!unexpiring || key.signs_unexpiring)) return key;
    if (key !== undefined && (await sql.maybe(keep, { workspace_id, key_id: key.key_id })) !== undefined) return key;
    key = undefined;
  }
  throw new Error("the keys of the workspace are rotated faster than they can be read");
}

const shown = wireForm(CdnSigningKey);

function toSigningKey(row: SigningKeyRow): CdnSigningKey {
  return shown({ ...row, status: row.retired_at === null ? "current" : "retired" });
}

/** Lists the keys whose URLs are still valid. */
export const listSigningKeys: Handler<"cdnSigningKey.list"> = async ({ sql, workspace }, { limit, cursor }) => {
  const after = olderThan(cursor, "key");
  const rows = await sql.query(list, { workspace_id: workspace.id, after, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.key_id, toSigningKey);
};

/**
 * Creates a new key and signs with it from now on. The previous key stays valid for seven days, the longest lifetime of
 * a URL. A key that has signed URLs without an expiry (of public objects with a disposition) stays valid until it is
 * revoked.
 */
export const rotateSigningKey: Handler<"cdnSigningKey.rotate"> = async ({ sql, workspace }, { revoke_previous }) => {
  const values = { workspace_id: workspace.id };
  await sql.query(revoke_previous ? revoke : retire, values);
  const row = await sql.maybe(next, { ...values, key_id: newId("key"), salt: newSalt() });
  if (row !== undefined) return toSigningKey(row);
  throw conflict(
    "too_many_signing_keys",
    "Too many earlier keys still have valid URLs; wait until some have expired, or revoke them with revoke_previous.",
  );
};
