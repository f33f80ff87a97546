import type { Blocker } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import type { InWorkspace } from "../request/context.ts";
import { found } from "../request/domain-error.ts";

/** A resource that uses a secret, as a blocker: `{ type: "load_balancer", id: "lb_…", name: "web" }`. */
type SecretUser = Blocker & { readonly name: string };

const MOST_BLOCKERS = 100;

// Locks the secret and its store, so that neither is deleted before the commit. A deletion locks them too, and then
// looks for uses.
const use = statement(
  "secret_use",
  `WITH held AS (
     SELECT s.workspace_id, s.secret_id FROM secret s JOIN secret_store st USING (workspace_id, store_id)
      WHERE s.workspace_id = $workspace_id::bigint AND s.secret_id = $secret_id AND s.deleted_at IS NULL
        AND st.status <> 'deleting' FOR SHARE
   )
   INSERT INTO secret_use (workspace_id, secret_id, used_by_type, used_by_id, used_by_name)
   SELECT workspace_id, secret_id, $used_by_type, $used_by_id, $used_by_name FROM held
   ON CONFLICT (workspace_id, secret_id, used_by_type, used_by_id) DO UPDATE SET used_by_name = excluded.used_by_name
   RETURNING secret_id`,
);

const release = statement(
  "secret_release",
  `DELETE FROM secret_use
    WHERE workspace_id = $workspace_id::bigint AND used_by_type = $used_by_type AND used_by_id = $used_by_id
      AND ($secret_id::text IS NULL OR secret_id = $secret_id)`,
);

const ofSecret = statement(
  "secret_uses",
  `SELECT used_by_type AS type, used_by_id AS id, used_by_name AS name FROM secret_use
    WHERE workspace_id = $workspace_id::bigint AND secret_id = $secret_id ORDER BY used_by_type, used_by_id
    LIMIT $limit::int`,
);

const inStore = statement(
  "secret_store_uses",
  `SELECT DISTINCT u.used_by_type AS type, u.used_by_id AS id, u.used_by_name AS name
     FROM secret s JOIN secret_use u USING (workspace_id, secret_id)
    WHERE s.workspace_id = $workspace_id::bigint AND s.store_id = $store_id AND s.deleted_at IS NULL ORDER BY 1, 2
    LIMIT $limit::int`,
);

/**
 * Part of the transaction that gives a resource the secret. Until `releaseSecret`, the secret, its latest version and
 * its store cannot be deleted, disabled or destroyed (409 `secret_in_use`). A repetition only updates the resource's
 * name. The secret stays readable and may get new versions: its users read the latest.
 * @throws DomainError 404 for a secret that is absent, deleted or another workspace's
 */
export async function useSecret(sql: Sql, workspaceId: bigint, secretId: string, user: SecretUser): Promise<void> {
  const used = await sql.maybe(use, {
    workspace_id: workspaceId,
    secret_id: secretId,
    used_by_type: user.type,
    used_by_id: user.id,
    used_by_name: user.name,
  });
  found(used, "secret");
}

/**
 * Part of the transaction that ends the use or the resource. Without `secretId`, the resource uses no secret any more.
 */
export async function releaseSecret(
  sql: Sql,
  workspaceId: bigint,
  user: Pick<SecretUser, "type" | "id">,
  secretId?: string,
): Promise<void> {
  await sql.query(release, {
    workspace_id: workspaceId,
    used_by_type: user.type,
    used_by_id: user.id,
    secret_id: secretId,
  });
}

/** The resources that use a secret, which the caller has locked. */
export function usesOf({ sql, workspace }: InWorkspace, secret_id: string): Promise<Blocker[]> {
  return sql.query(ofSecret, { workspace_id: workspace.id, secret_id, limit: MOST_BLOCKERS });
}

/** The resources that use a secret of a store, which the caller has locked. */
export function usesInStore({ sql, workspace }: InWorkspace, store_id: string): Promise<Blocker[]> {
  return sql.query(inStore, { workspace_id: workspace.id, store_id, limit: MOST_BLOCKERS });
}
