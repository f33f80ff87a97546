import { type Sql, statement } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";
import type { Vault } from "../request/vault.ts";
import { type Certificate, parseCertificate } from "./certificate.ts";
import { FOUND, FOUND_COLUMNS, openValue } from "./sealed-value.ts";

const read = statement(
  "secret_value_for_system",
  `WITH ${FOUND}, audited AS (
     INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, result)
     SELECT $4, w.organization_id, r.workspace_id, 'system', $5, 'Fulmar', 'secret.value', r.secret_id, $4, 200
       FROM readable r JOIN workspace w USING (workspace_id)
   )
   SELECT ${FOUND_COLUMNS}`,
);

/**
 * The certificate that a secret's latest version holds, for a saga or a reconciler that sets up what uses it, or for a
 * request that wants to know whether it is one. The read is in the audit trail as `reader`'s, the name of that saga,
 * reconciler or operation. With `useSecret` done before, the secret is still there.
 * @param parts a request's context has both; a worker has `services.database.sql` and `services.vault`
 * @throws DomainError 404; 409 `certificate_invalid`, `secret_deleted`, `secret_expired`, `version_disabled` or
 * `version_destroyed`; 503 without the master key
 */
export async function readCertificate(
  parts: { readonly sql: Sql; readonly vault: Vault },
  secret: { readonly workspaceId: bigint; readonly secretId: string; readonly reader: string },
): Promise<Certificate> {
  const { workspaceId, secretId, reader } = secret;
  const [row] = await parts.sql.query(read, [workspaceId, secretId, null, newId("aud"), reader]);
  const { bytes } = await openValue(parts.vault, secretId, row);
  return parseCertificate(bytes.toString("utf8"));
}
