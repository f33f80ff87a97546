import type { Acceptance, VmType } from "@fulmar/contract";
import { OPERATION_CHANNEL } from "@fulmar/engine";
import { queryOf, statement } from "@fulmar/prisma";
import { applyVmNetwork, VmAddresses } from "../networking/index.ts";
import type { RequestContext } from "../request/context.ts";
import { conflict, found, notDeleted, notRestorable } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { dedicatedHostsFull, hasRoom, siteFull } from "../site/index.ts";
import { defineProviderSaga, type ProviderSagaInput, sagaValues, unlessGone } from "../work/provider-saga.ts";
import { toAcceptance } from "./change-vm.ts";
import { settleVolumesOfNewVm, volumesOfNewVm } from "./new-vm-volumes.ts";
import { admitRootDisk, beyondPlan } from "./resize-vm.ts";
import { readVmWithOperation, refuseByState, type VmInput, vmHeld, vmNoun } from "./vm-guards.ts";
import { bootedAddress, bootOutput, heldBy, OF_OPERATION, settleVm } from "./vm-state.ts";

const ORGANIZATION = "CASE WHEN v.dedicated THEN $organization_id END";

const find = statement(
  "vm_restore_find",
  `SELECT v.name, v.status::text, v.operation_id, v.site_id, s.provider, s.removed_at, v.disk_gb, v.restorable_until,
          v.restorable_until > now() AS restorable,
          (v.kept_links -> 'running')::boolean AS running, p.sku_code, p.disk_gb AS plan_disk_gb,
          ${hasRoom("s", "p", ORGANIZATION)} AS has_room,
          v.dedicated,
          (SELECT o.vm_id FROM vm o
            WHERE o.workspace_id = v.workspace_id AND o.type = v.type AND o.name = v.name
              AND o.deleted_at IS NULL) AS namesake
     FROM vm v JOIN site s USING (site_id) JOIN plan p USING (plan_id)
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type`,
);

// Volumes that others use or that were deleted meanwhile are left out. They are locked in the order of their ids,
// before the VM.
const take = statement(
  "vm_restore_take_volumes",
  `WITH held AS (
     SELECT v.volume_id, k.device_path
       FROM vm, jsonb_to_recordset(vm.kept_links -> 'volumes') AS k (volume_id text, device_path text)
       JOIN volume v ON v.workspace_id = $workspace_id::bigint AND v.volume_id = k.volume_id
      WHERE vm.workspace_id = $workspace_id::bigint AND vm.vm_id = $attached_vm_id AND v.status = 'available'
        AND v.operation_id IS NULL AND v.deleted_at IS NULL AND v.site_id = vm.site_id
      ORDER BY v.volume_id FOR NO KEY UPDATE OF v
   ), taken AS (
     UPDATE volume v
        SET status = 'attaching', attached_vm_id = $attached_vm_id, device_path = held.device_path,
            operation_id = $operation_id, updated_at = now()
       FROM held WHERE v.workspace_id = $workspace_id::bigint AND v.volume_id = held.volume_id
   )
   INSERT INTO volume_operation (volume_operation_id, workspace_id, volume_id, operation, idempotency_key, operation_id)
   SELECT ($entries::text[])[row_number() OVER ()], $workspace_id::bigint, volume_id, 'attach', $idempotency_key,
          $operation_id FROM held`,
);

const accept = statement(
  "vm_restore_accept",
  `WITH moved AS (
     UPDATE vm v
        SET status = 'starting', deleted_at = NULL, restorable_until = NULL, operation_id = $operation_id,
            updated_at = now()
      WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.restorable_until > now()
        AND v.operation_id IS NULL
     RETURNING v.vm_id
   ), accepted AS (
     INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, input, deadline_at)
     SELECT $operation_id, $workspace_id::bigint, vm_id, $type || '_vm', 'restore', $saga, $input::jsonb,
            now() + $timeout_ms::int * interval '1 millisecond' FROM moved
     RETURNING operation_id, submitted_at
   )
   SELECT submitted_at, pg_notify('${OPERATION_CHANNEL}', operation_id)::text FROM accepted`,
);

const rejoin = statement("vm_rejoin", "SELECT rejoin_vm($workspace_id::bigint, $vm_id)::text");

const settled = statement(
  "vm_restored",
  `UPDATE vm SET kept_links = NULL, keep_backups = false, keep_snapshots = false
    WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id`,
);

// `kept_links` stays as it is, so the trigger adds nothing.
const keepAgain = statement(
  "vm_keep_again",
  `UPDATE vm
      SET status = 'deleted', deleted_at = now(), updated_at = now(), operation_id = NULL,
          restorable_until = $restorable_until::timestamptz
    WHERE ${OF_OPERATION}`,
);

interface VmRestoreInput extends ProviderSagaInput {
  readonly running: boolean;
  readonly restorable_until: string;
}

/** The most devices of a VM. */
const MOST_VOLUMES = 25;

/**
 * Restores a deleted VM that its workspace keeps. It is bought like a new one, since it was not paid meanwhile. What it
 * was in is joined again in this transaction, where that is free.
 * @throws DomainError 402, 403, 404, 409
 */
export async function restoreVm(
  context: RequestContext,
  type: VmType,
  { vm_id }: VmInput<"restore">,
): Promise<Acceptance> {
  const { sql, workspace, idempotencyKey } = context;
  const vm = found(
    await sql.maybe(find, { workspace_id: workspace.id, organization_id: workspace.organizationId, vm_id, type }),
    vmNoun(type),
  );
  if (vm.restorable_until === null) return refuseNotKept(context, type, vm_id);
  if (vm.restorable !== true) throw notRestorable("VM");
  if (vm.namesake !== null)
    throw conflict("name_taken", "Another VM has the name now; rename it, then restore this one.", [
      { type: `${type}_vm`, id: vm.namesake, name: vm.name },
    ]);
  if (vm.removed_at !== null) throw siteFull();
  if (vm.has_room === false) throw vm.dedicated ? dedicatedHostsFull() : siteFull();
  await context.admit({ skuCode: vm.sku_code });
  await admitRootDisk(context, beyondPlan(vm.disk_gb, vm.plan_disk_gb));
  const operation_id = newId("op");
  await sql.query(take, {
    workspace_id: workspace.id,
    attached_vm_id: vm_id,
    operation_id,
    idempotency_key: idempotencyKey,
    entries: Array.from({ length: MOST_VOLUMES }, () => newId("volop")),
  });
  const input: VmRestoreInput = {
    name: vm.name,
    provider: vm.provider,
    running: vm.running === true,
    restorable_until: vm.restorable_until.toISOString(),
  };
  const accepted = await sql.maybe(accept, {
    workspace_id: workspace.id,
    vm_id,
    type,
    operation_id,
    ...sagaValues(vmRestoreSaga, input),
  });
  // Another request restores or purges it.
  if (accepted === undefined) throw vmHeld();
  await sql.query(rejoin, { workspace_id: workspace.id, vm_id });
  await new VmAddresses(sql, workspace.id).show(vm_id);
  return toAcceptance(operation_id, vm_id, accepted.submitted_at);
}

/** @throws DomainError 409 that says what the VM is in place of being kept */
export async function refuseNotKept(context: RequestContext, type: VmType, vm_id: string): Promise<never> {
  const vm = await readVmWithOperation(context, type, vm_id);
  if (vm.operation_id !== null) refuseByState(vm, "snapshot");
  if (vm.operation_id !== null) throw vmHeld();
  throw vm.status === "deleted" ? notRestorable("VM") : notDeleted("VM");
}

/** deleted → starting → running|stopped. Any other end keeps the VM as it was. */
export const vmRestoreSaga = defineProviderSaga<VmRestoreInput>({
  name: "vm-restore",
  steps: [
    {
      name: "attach-volumes",
      async do(context) {
        const { sql } = context.services.database;
        for (const { volume_id, device_path: devicePath } of await volumesOfNewVm(sql, context))
          await context.volumes.attachVolume(volume_id, { vmId: context.resourceId, devicePath }, context.signal);
        return undefined;
      },
      async undo(context) {
        for (const { volume_id } of await volumesOfNewVm(context.services.database.sql, context))
          await unlessGone(context.volumes.detachVolume(volume_id, context.resourceId, context.signal));
      },
    },
    {
      name: "power-on-instance",
      async do(context) {
        const { compute, resourceId, input, signal } = context;
        await applyVmNetwork(context.services.database.sql, context.networks, context, signal);
        if (!input.running) {
          // A VM that was stopped stays stopped, but its instance must be there.
          await compute.stopInstance(resourceId, { force: true }, signal);
          const [instance] = await compute.findInstances([resourceId], signal);
          return { output: bootOutput(instance?.privateIp ?? null) };
        }
        const { privateIp } = await compute.startInstance(resourceId, signal);
        return { output: bootOutput(privateIp) };
      },
      undo: ({ compute, resourceId, signal }) => unlessGone(compute.stopInstance(resourceId, { force: true }, signal)),
    },
  ],
  async settle(transaction, context) {
    await settleVolumesOfNewVm(transaction, context);
    const { workspaceId, resourceId, outputs, input } = context;
    if (context.outcome !== "succeeded") {
      const { restorable_until } = input;
      return transaction.send(queryOf(keepAgain, { ...heldBy(context), restorable_until }));
    }
    transaction.send(queryOf(settled, { workspace_id: workspaceId, vm_id: resourceId }));
    await settleVm(
      transaction,
      context,
      input.running ? "running" : "stopped",
      bootedAddress(outputs["power-on-instance"]),
    );
  },
});
