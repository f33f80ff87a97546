import { Secret } from "@fulmar/contract";
import { lookup, type RowOf } from "@fulmar/prisma";
import { inEachOrder, keyIn, positionIn } from "../query/list-order.ts";
import { toPage } from "../query/paging.ts";
import { contains, hasAny } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { restorableUntil } from "./restore-window.ts";
import { readStore } from "./stores.ts";

/** The path of a secret. */
export interface SecretPath {
  readonly store_id: string;
  readonly secret_id: string;
}

export const secretColumns =
  "s.secret_id, s.workspace_id, s.store_id, s.key, s.description, s.tags, s.version, s.expires_at, s.created_at, " +
  "s.updated_at, s.deleted_at";
export const isSecret =
  "s.workspace_id = $workspace_id::bigint AND s.store_id = $store_id AND s.secret_id = $secret_id";
/** Secrets of a store that is being deleted are treated as absent. */
const inStore = `EXISTS (
         SELECT FROM secret_store
          WHERE workspace_id = $workspace_id::bigint AND store_id = $store_id AND status <> 'deleting')`;

const listsOf = <const Name extends string>(name: Name, which: string) =>
  inEachOrder({
    name,
    by: { key: "s.key" },
    id: "s.secret_id",
    text: ({ after, orderBy }) => `
      SELECT ${secretColumns} FROM secret s
       WHERE s.workspace_id = $workspace_id::bigint AND s.store_id = $store_id AND s.deleted_at ${which} AND ${inStore}
         AND ${after("$after")}
         AND ($key::text IS NULL OR s.key = $key)
         AND ${hasAny("s.tags", "$tags")}
         AND ${contains("s.key", "$search")}
       ORDER BY ${orderBy} LIMIT $limit::int`,
  });
const lists = listsOf("secret_list", "IS NULL");
const listsOfDeleted = listsOf("secret_list_deleted", "IS NOT NULL");

const get = lookup("secret_get", `SELECT ${secretColumns} FROM secret s WHERE ${isSecret} AND ${inStore}`);

/** `version` is the number of the latest version. */
export type SecretRow = RowOf<typeof get>;

const shown = wireForm(Secret.omit({ id: true, workspace_id: true, restorable_until: true }));

export function toSecret({ secret_id: id, workspace_id, deleted_at, ...row }: SecretRow): Secret {
  const restorable_until = deleted_at === null ? null : restorableUntil(deleted_at);
  return { id, workspace_id: String(workspace_id), ...shown(row), restorable_until };
}

/** Reads a secret, without its value. @throws DomainError 404 */
export async function readSecret({ sql, workspace }: InWorkspace, path: SecretPath): Promise<SecretRow> {
  return found(await sql.maybe(get, { workspace_id: workspace.id, ...path }), "secret");
}

export const listSecrets: Handler<"secret.list"> = async (context, { store_id, limit, cursor, sort, ...filter }) => {
  const rows = await context.sql.query((filter.deleted ? listsOfDeleted : lists)[sort], {
    ...{ workspace_id: context.workspace.id, store_id },
    after: positionIn(sort, "sec", cursor),
    ...{ key: filter.key, tags: filter.tag, search: filter.search },
    limit: limit + 1,
  });
  // There may be no such store.
  if (rows.length === 0) await readStore(context, store_id);
  return toPage(rows, limit, (row) => keyIn(sort, row.secret_id, row), toSecret);
};

export const getSecret: Handler<"secret.get"> = async (context, path) => toSecret(await readSecret(context, path));
