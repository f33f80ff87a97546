// One VM of a customer, as who runs the installation sees and stops it.
import { OperatorVm } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { tellOfOperatorStop } from "../mail/index.ts";
import { wireForm } from "../query/wire-form.ts";
import { auditEvent, auditValues } from "../request/audit-event.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError } from "../request/domain-error.ts";

const get = statement(
  "operator_vm_get",
  `SELECT v.vm_id, v.type::text, v.name, v.status::text, v.workspace_id::text, w.name AS workspace_name,
          w.organization_id, o.name AS organization_name, v.site_id, v.plan_id, v.template_id, v.cpu, v.ram_mb,
          v.disk_gb, v.gpu_count, v.public_ip, v.private_ip, v.created_at, v.operation_id, v.held_at, v.held_reason
     FROM vm v JOIN workspace w ON w.workspace_id = v.workspace_id
     JOIN organization o ON o.organization_id = w.organization_id
    WHERE v.vm_id = $vm_id`,
);

/** The event in the trail of the VM's organization. Its members see why. */
const told = (action: string, detail: string) =>
  auditEvent({
    rows: "changed JOIN workspace w ON w.workspace_id = changed.workspace_id",
    organization_id: "w.organization_id",
    workspace_id: "w.workspace_id",
    actor: { type: "'operator'", id: "'operator'", name: "'operator'" },
    action: `changed.type || '${action}'`,
    resource_id: "changed.vm_id",
    detail,
  });

const hold = statement(
  "operator_vm_hold",
  `WITH changed AS (
     UPDATE vm SET held_at = coalesce(held_at, now()), held_reason = $reason, updated_at = now()
      WHERE vm_id = $vm_id AND status <> 'deleted' RETURNING workspace_id, vm_id, type::text, name, held_reason
   ), mailed AS (
     ${tellOfOperatorStop("changed")}
   )
   ${told("Vm.stop", "'Stopped by an operator: ' || $reason")}
   RETURNING audit_event_id`,
);

const release = statement(
  "operator_vm_release",
  `WITH changed AS (
     UPDATE vm SET held_at = NULL, held_reason = NULL, updated_at = now()
      WHERE vm_id = $vm_id AND held_at IS NOT NULL RETURNING workspace_id, vm_id, type::text, name, held_reason
   ), mailed AS (
     ${tellOfOperatorStop("changed")}
   )
   ${told("Vm.update", "'Released by an operator'")}
   RETURNING audit_event_id`,
);

const shown = wireForm(OperatorVm);

export const getVm: Handler<"operatorVm.get"> = ({ sql }, { vm_id }) => readVm(sql, vm_id);

/** Holds a VM. A worker stops it (`stopHeld`). */
export const stopVm: Handler<"operatorVm.stop"> = async ({ sql, requestId }, { vm_id, reason }) => {
  await readVm(sql, vm_id);
  const { audit_event_id, request_id } = auditValues({ requestId });
  const held = await sql.maybe(hold, { vm_id, reason, audit_event_id, request_id });
  if (held === undefined) throw conflict("vm_deleted", "The VM has been deleted; there is nothing to stop.");
  return readVm(sql, vm_id);
};

export const releaseVm: Handler<"operatorVm.release"> = async ({ sql, requestId }, { vm_id }) => {
  await readVm(sql, vm_id);
  const { audit_event_id, request_id } = auditValues({ requestId });
  const released = await sql.maybe(release, { vm_id, audit_event_id, request_id });
  if (released === undefined) throw conflict("vm_not_held", "No operator holds the VM; there is nothing to release.");
  return readVm(sql, vm_id);
};

/** @throws DomainError 404 */
async function readVm(sql: Sql, vm_id: string): Promise<OperatorVm> {
  const row = await sql.maybe(get, { vm_id });
  if (row === undefined) throw new DomainError("not_found", "There is no such VM; check the id.");
  return shown(row);
}
