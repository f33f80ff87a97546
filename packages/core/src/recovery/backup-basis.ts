import { type Sql, statement } from "@fulmar/prisma";
import { type ChainRule, type LatestChain, type NextBackup, nextBackup } from "./backup-chain.ts";

/** What a new backup of a VM is decided upon. */
export interface BackupBasis {
  readonly policyId: string | null;
  readonly rule: ChainRule | null;
  readonly latest: LatestChain | null;
  readonly diskGb: number;
  readonly provider: string;
}

const SUCCEEDED = "workspace_id = v.workspace_id AND vm_id = v.vm_id AND status = 'succeeded' AND deleted_at IS NULL";

// A chain of which the provider has lost a part carries nothing more.
const BROKEN = `SELECT FROM backup b WHERE b.workspace_id = v.workspace_id AND b.vm_id = v.vm_id AND b.chain_id = backup.backup_id
                    AND b.error_code = 'parent_backup_not_found' AND b.deleted_at IS NULL`;

const basis = statement(
  "backup_basis",
  `SELECT v.disk_gb, s.provider, p.policy_id, p.full_backup_interval_days, p.incremental_enabled, f.chain_id, f.full_at,
          (SELECT backup_id FROM backup WHERE ${SUCCEEDED} AND chain_id = f.chain_id ORDER BY backup_id DESC LIMIT 1) AS last_id
     FROM vm v JOIN site s ON s.site_id = v.site_id
     LEFT JOIN backup_policy p ON p.workspace_id = v.workspace_id AND p.vm_id = v.vm_id
     LEFT JOIN LATERAL (SELECT backup_id AS chain_id, coalesce(scheduled_for, created_at) AS full_at FROM backup
                         WHERE ${SUCCEEDED} AND type = 'full' AND NOT EXISTS (${BROKEN}) ORDER BY backup_id DESC LIMIT 1) f ON true
    WHERE v.workspace_id = $1::bigint AND v.vm_id = $2`,
);

/**
 * Reads what a backup of a VM goes by; it stays true while the transaction holds the VM. @throws Error when there is no
 * such VM
 */
export async function readBackupBasis(sql: Sql, workspaceId: bigint, vmId: string): Promise<BackupBasis> {
  const [row] = await sql.query(basis, [workspaceId, vmId]);
  if (row === undefined) throw new Error(`there is no VM ${vmId}`);
  const {
    disk_gb: diskGb,
    provider,
    policy_id: policyId,
    full_backup_interval_days,
    incremental_enabled,
    chain_id,
    full_at,
    last_id,
  } = row;
  const rule =
    full_backup_interval_days === null || incremental_enabled === null
      ? null
      : { full_backup_interval_days, incremental_enabled };
  const latest = chain_id === null || full_at === null || last_id === null ? null : { chain_id, full_at, last_id };
  return { policyId, rule, latest, diskGb, provider };
}

/** What the policy would have a backup be that is for a moment. */
export function ruledBy({ rule, latest }: BackupBasis, at: Date): NextBackup {
  return nextBackup(rule, latest, at);
}
