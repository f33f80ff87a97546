import type { Acceptance, CreateCloudVm } from "@fulmar/contract";
import { OPERATION_CHANNEL } from "@fulmar/engine";
import { queryOf, statement } from "@fulmar/prisma";
import { connectNewVm } from "../../networking/index.ts";
import type { RequestContext } from "../../request/context.ts";
import { newId } from "../../request/identifiers.ts";
import { sagaValues } from "../../work/provider-saga.ts";
import { toAcceptance } from "../change-vm.ts";
import { sealUserData } from "../user-data.ts";
import {
  type BackupDisk,
  createVmBringingImageSaga,
  createVmWithVolumesSaga,
  vmCreateSaga,
} from "../vm-create.saga.ts";
import type { Found } from "./gather.ts";
import type { Choice } from "./offer.ts";
import { makeVolumes, type RestoredDisks } from "./restored-volumes.ts";

// One statement adds the VM and the operation and notifies a worker. It is sent together with the next statement, since
// its result is known beforehand.
const accept = statement(
  "vm_accept",
  `WITH created AS (
     INSERT INTO vm (vm_id, workspace_id, type, name, operation_id, site_id, plan_id, template_id, cpu, ram_mb, disk_gb,
                     gpu_model, gpu_count,
                     os_type, os_distro, tags, ssh_keys, sealed_user_data, deletion_protection,
                     placement_group_id, dedicated)
     VALUES ($vm_id, $workspace_id::bigint, $type::vm_type, $name, $operation_id, $site_id, $plan_id, $template_id,
             $cpu::int, $ram_mb::int, $disk_gb::int, $gpu_model, $gpu_count::int,
             $os_type, $os_distro, $tags::text[], $ssh_keys::text[], $sealed_user_data::bytea,
             $deletion_protection::boolean, $placement_group_id, $dedicated::boolean)
     RETURNING vm_id
   ), accepted AS (
     INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, input, deadline_at)
     SELECT $operation_id, $workspace_id::bigint, vm_id, $type || '_vm', 'create', $saga, $input::jsonb,
            now() + $timeout_ms::int * interval '1 millisecond' FROM created
     RETURNING operation_id
   )
   SELECT pg_notify('${OPERATION_CHANNEL}', operation_id)::text FROM accepted`,
);

// The root disk is vda; the volumes follow in the order of the request.
const take = statement(
  "new_vm_take_volumes",
  `WITH asked AS (
     SELECT volume_id, volume_operation_id, '/dev/vd' || chr(ascii('a') + place::int) AS device_path
       FROM unnest($volume_ids::text[], $volume_operation_ids::text[]) WITH ORDINALITY
         AS asked (volume_id, volume_operation_id, place)
   ), taken AS (
     UPDATE volume v
        SET status = 'attaching', attached_vm_id = $attached_vm_id, device_path = asked.device_path,
            operation_id = $operation_id, updated_at = now()
       FROM asked WHERE v.workspace_id = $workspace_id::bigint AND v.volume_id = asked.volume_id
   )
   INSERT INTO volume_operation (volume_operation_id, workspace_id, volume_id, operation, idempotency_key, operation_id)
   SELECT volume_operation_id, $workspace_id::bigint, volume_id, 'attach', $idempotency_key, $operation_id FROM asked`,
);

/** What the root disk of a new VM is made of: the image of the request, unless something is restored. */
interface DiskSource {
  readonly restored?: { readonly backup: BackupDisk } & Partial<RestoredDisks>;
  /** What the site calls the image, where that is a copy. */
  readonly copyId?: string | null;
  /** Whether that copy is on its way. */
  readonly isBrought?: boolean;
}

/**
 * Writes a new VM with its volumes and its network, and hands it to the worker.
 * @throws DomainError 404 or 409 when a part of the network was deleted or taken meanwhile
 */
export async function write(
  context: RequestContext,
  input: CreateCloudVm,
  choice: Choice,
  { volumes, network, sshKeys, userData }: Found,
  { restored, copyId = null, isBrought = false }: DiskSource,
): Promise<Acceptance> {
  const { type, site_id, provider, cpu, ram_mb, disk_gb, gpu_model, gpu_count, os_type, os_distro } = choice;
  const vm_id = newId("vm");
  const operation_id = newId("op");
  const ofImage = isBrought ? createVmBringingImageSaga : volumes.length > 0 ? createVmWithVolumesSaga : vmCreateSaga;
  const saga = restored?.saga ?? ofImage;
  const made = (restored?.volumes ?? []).map((volume) => ({ ...volume, new_volume_id: newId("vol") }));
  const backup = restored && {
    ...restored.backup,
    ...(made.length > 0 && { volumes: Object.fromEntries(made.map((each) => [each.new_volume_id, each.volume_id])) }),
  };
  context.send(
    queryOf(accept, {
      vm_id,
      workspace_id: context.workspace.id,
      type,
      name: input.name,
      operation_id,
      site_id,
      plan_id: input.plan_id,
      template_id: input.template_id,
      ...{ cpu, ram_mb, disk_gb, gpu_model, gpu_count, os_type, os_distro },
      tags: input.tags,
      ssh_keys: sshKeys,
      sealed_user_data: sealUserData(context.configuration.secrets, vm_id, userData),
      deletion_protection: input.deletion_protection,
      placement_group_id: input.placement_group_id,
      dedicated: input.dedicated,
      ...sagaValues(saga, {
        name: input.name,
        provider,
        ...(backup && { backup }),
        ...(copyId && { copy_id: copyId }),
      }),
    }),
  );
  if (made.length > 0) makeVolumes(context, { vm_id, vm_name: input.name, site_id, operation_id }, made);
  if (volumes.length > 0) takeVolumes(context, vm_id, operation_id, input.volume_ids);
  await connectNewVm(context, vm_id, site_id, network);
  return toAcceptance(operation_id, vm_id, choice.moment);
}

/** Assigns the volumes to the VM. Its create attaches them. */
function takeVolumes(
  context: RequestContext,
  attached_vm_id: string,
  operation_id: string,
  volume_ids: readonly string[],
): void {
  context.send(
    queryOf(take, {
      workspace_id: context.workspace.id,
      attached_vm_id,
      operation_id,
      volume_ids,
      volume_operation_ids: volume_ids.map(() => newId("volop")),
      idempotency_key: context.idempotencyKey,
    }),
  );
}
