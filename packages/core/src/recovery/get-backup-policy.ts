import type { BackupPolicy, VmType } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { vmNoun } from "../compute/index.ts";
import type { RequestContext } from "../request/context.ts";
import { DomainError, notFound } from "../request/domain-error.ts";
import { POLICY_COLUMNS, type PolicyRow, toBackupPolicy } from "./backup-policy-record.ts";

const POLICY = `SELECT ${POLICY_COLUMNS} FROM vm v LEFT JOIN backup_policy p ON p.workspace_id = v.workspace_id AND p.vm_id = v.vm_id
    WHERE v.workspace_id = $1::bigint AND v.vm_id = $2 AND v.type = $3::vm_type`;

const get = statement("backup_policy_get", POLICY);

/** @throws DomainError 404 when there is no such VM, or it has no policy */
export async function getBackupPolicy(
  { sql, workspace }: RequestContext,
  type: VmType,
  { vm_id }: { readonly vm_id: string },
): Promise<BackupPolicy> {
  return toBackupPolicy(await findPolicy(sql, workspace.id, type, vm_id), workspace);
}

/** @throws DomainError 404 when there is no such VM, or it has no policy */
export async function findPolicy(sql: Sql, workspaceId: bigint, type: VmType, vmId: string): Promise<PolicyRow> {
  const [row] = await sql.queryAs<PolicyRow | { policy_id: null }>(get, [workspaceId, vmId, type]);
  if (row === undefined) throw notFound(vmNoun(type));
  if (row.policy_id === null)
    throw new DomainError("not_found", "The VM has no backup policy; enable its backups first.");
  return row;
}
