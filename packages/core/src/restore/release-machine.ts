import type { Configuration } from "@fulmar/config";
import { type Database, type Sql, statement, type Transaction } from "@fulmar/prisma";
import { auditOperator } from "../audit/index.ts";
import { createAdmission } from "../billing/index.ts";
import { releaseVolumes } from "../block-storage/index.ts";
import { endRecovery } from "../recovery/index.ts";
import { auditValues } from "../request/audit-event.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { asOperator, atSite, type OperatedSite } from "../site/index.ts";

/** Within the time limit of a transaction, which holds the VM meanwhile. */
const TIMEOUT_MS = 20_000;

const siteOf = statement("release_site", "SELECT site_id FROM vm WHERE vm_id = $vm_id AND deleted_at IS NULL");

// No tombstones are written: a tombstone has the worker remove the machine from its site.
const leaveAtSite = statement("release_leave_at_site", "SELECT set_config('fulmar.restoring', 'on', true)");

// Volumes are locked before the VM, as requests do.
const lockVolumes = statement(
  "release_lock_volumes",
  `SELECT volume_id, name, operation_id FROM volume WHERE attached_vm_id = $attached_vm_id AND deleted_at IS NULL
    ORDER BY volume_id FOR UPDATE`,
);

const lockVm = statement(
  "release_lock_vm",
  `SELECT v.workspace_id, v.name, v.status::text, v.operation_id, v.rescue_enabled, w.organization_id,
          w.name AS workspace_name, o.name AS organization_name
     FROM vm v JOIN workspace w USING (workspace_id) JOIN organization o USING (organization_id)
    WHERE v.vm_id = $vm_id AND v.deleted_at IS NULL FOR UPDATE OF v`,
);

/** Resources that would be left without their VM, or go with it. */
const blockers = statement(
  "release_blockers",
  `SELECT 'subnet' AS type, s.subnet_id AS id, s.name FROM vpc_node n JOIN subnet s USING (workspace_id, subnet_id)
    WHERE n.workspace_id = $workspace_id::bigint AND n.vm_id = $vm_id
    UNION ALL SELECT 'reserved_ip', r.public_ip_id, coalesce(nullif(r.label, ''), r.public_ip_id) FROM reserved_ip r
    WHERE r.workspace_id = $workspace_id::bigint AND r.attached_vm_id = $vm_id
    UNION ALL SELECT 'firewall_group', g.firewall_group_id, g.name FROM firewall_group_vm l
     JOIN firewall_group g USING (workspace_id, firewall_group_id)
    WHERE l.workspace_id = $workspace_id::bigint AND l.vm_id = $vm_id
    UNION ALL SELECT 'load_balancer', b.load_balancer_id, b.name FROM load_balancer b
               WHERE b.workspace_id = $workspace_id::bigint
                 AND EXISTS (SELECT FROM load_balancer_target t
                              WHERE t.workspace_id = b.workspace_id AND t.load_balancer_id = b.load_balancer_id
                                AND t.vm_id = $vm_id)
    UNION ALL SELECT 'snapshot', s.snapshot_set_id, s.name FROM snapshot_set s
    WHERE s.workspace_id = $workspace_id::bigint AND s.vm_id = $vm_id AND s.deleted_at IS NULL
      AND s.status NOT IN ('failed', 'cancelled')
    UNION ALL SELECT 'backup', b.backup_id, b.backup_id FROM backup b
    WHERE b.workspace_id = $workspace_id::bigint AND b.vm_id = $vm_id AND b.deleted_at IS NULL
      AND b.status NOT IN ('failed', 'cancelled')
    UNION ALL SELECT 'volume_snapshot', c.snapshot_id, c.name FROM volume_snapshot c
     JOIN volume d USING (workspace_id, volume_id)
               WHERE d.workspace_id = $workspace_id::bigint AND d.attached_vm_id = $vm_id AND c.deleted_at IS NULL
                 AND c.status <> 'failed'
    ORDER BY type, name`,
);

const forgetVolumes = statement(
  "release_forget_volumes",
  `UPDATE volume
      SET status = 'deleting', error_message = NULL, updated_at = now(), deleted_at = now(), reclaimed_at = now()
    WHERE workspace_id = $workspace_id::bigint AND volume_id = ANY ($volume_ids::text[])`,
);

const forgetVm = statement(
  "release_forget_vm",
  `UPDATE vm
      SET status = 'deleted', deleted_at = now(), updated_at = now(), ssh_keys = '{}', user_data = NULL,
          sealed_user_data = NULL
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id`,
);

const audit = statement(
  "release_audit",
  `WITH changed AS (SELECT organization_id, workspace_id FROM workspace WHERE workspace_id = $workspace_id::bigint)
   ${auditOperator("site.release", { resource: "$resource_id", workspace: "changed.workspace_id" })}`,
);

export interface ReleasedMachine {
  readonly siteId: string;
  readonly vmId: string;
  readonly name: string;
  /** The machine's name at the site. Null if the site had no machine with the VM's labels. */
  readonly machine: string | null;
  readonly volumes: readonly string[];
}

/**
 * Lets a VM and its volumes go: they stay at the site as they are and run on, and are not Fulmar's any more. Charges
 * end, and the VM's history stays.
 *
 * The labels are taken off while the transaction holds the VM. A crash after that leaves a VM in error, whose machine
 * is a stranger; repeated, the command forgets it.
 * @throws DomainError 404; 409 that names what is in the way; 503 with the server's message
 */
export async function releaseMachine(
  database: Database,
  configuration: Pick<
    Configuration,
    "secrets" | "simulatedSiteUrl" | "billingUrl" | "billingTimeoutMs" | "fundsHorizonHours"
  >,
  vmId: string,
): Promise<ReleasedMachine> {
  const vm = await database.sql.maybe(siteOf, { vm_id: vmId });
  if (vm === undefined) throw new DomainError("not_found", `There is no VM ${vmId}.`);
  return atSite(database, configuration, vm.site_id, async (site) => {
    const { workspace, released } = await asOperator(
      (signal) => database.transaction((transaction) => release(transaction, site, vmId, signal)),
      TIMEOUT_MS,
    );
    await createAdmission(configuration).recount(database.sql, workspace);
    return released;
  });
}

async function release({ sql }: Pick<Transaction, "sql">, site: OperatedSite, vmId: string, signal: AbortSignal) {
  await sql.query(leaveAtSite);
  const volumes = await sql.query(lockVolumes, { attached_vm_id: vmId });
  const vm = await sql.maybe(lockVm, { vm_id: vmId });
  if (vm === undefined) throw new DomainError("not_found", `There is no VM ${vmId}.`);
  await refuseBusy(sql, vmId, vm, volumes);
  const volumeIds = volumes.map(({ volume_id }) => volume_id);
  const machine = await site.provider.adoption.releaseMachine(vmId, volumeIds, signal);
  await releaseVolumes(sql, vm.workspace_id, vmId);
  await sql.query(forgetVolumes, { workspace_id: vm.workspace_id, volume_ids: volumeIds });
  await sql.query(forgetVm, { workspace_id: vm.workspace_id, vm_id: vmId });
  await endRecovery(sql, vm.workspace_id, vmId);
  await sql.query(audit, { workspace_id: vm.workspace_id, resource_id: vmId, ...auditValues() });
  const workspace = {
    id: vm.workspace_id,
    name: vm.workspace_name,
    organizationId: vm.organization_id,
    organizationName: vm.organization_name,
  };
  const released = { siteId: site.siteId, vmId, name: vm.name, machine, volumes: volumes.map(({ name }) => name) };
  return { workspace, released };
}

/** @throws DomainError 409 */
async function refuseBusy(
  sql: Sql,
  vmId: string,
  vm: {
    readonly workspace_id: bigint;
    readonly name: string;
    readonly operation_id: string | null;
    readonly rescue_enabled: boolean;
  },
  volumes: readonly { readonly name: string; readonly operation_id: string | null }[],
): Promise<void> {
  const busy = [vm, ...volumes].find(({ operation_id }) => operation_id !== null);
  if (busy?.operation_id != null)
    throw conflict(
      "operation_in_progress",
      `An operation is under way on ${busy.name}; wait until it has ended, then try again.`,
      [{ type: "operation", id: busy.operation_id, name: busy.operation_id }],
    );
  if (vm.rescue_enabled)
    throw conflict("rescue_enabled", `${vm.name} is in rescue mode; turn rescue mode off, then release it.`);
  const inTheWay = await sql.query(blockers, { workspace_id: vm.workspace_id, vm_id: vmId });
  if (inTheWay.length === 0) return;
  const named = inTheWay.map(
    ({ type, name, id }) => `${type.replaceAll("_", " ")} ${name === id ? id : `${name} (${id})`}`,
  );
  throw conflict(
    "vm_in_use",
    `${vm.name} cannot be released while it has ${named.join(", ")}; delete or detach these first.`,
    inTheWay,
  );
}
