import type { VolumeType } from "@fulmar/contract";
import type { Saga } from "@fulmar/engine";
import { queryOf, statement } from "@fulmar/prisma";
import type { RequestContext } from "../../request/context.ts";
import { newId } from "../../request/identifiers.ts";
import type { WorkerServices } from "../../work/worker-services.ts";
import type { VmCreateInput } from "../vm-create.saga.ts";

/** A data volume of a backup. */
interface VolumeOfBackup {
  readonly volume_id: string;
  readonly name: string;
  readonly size_gb: number;
  readonly type: VolumeType;
}

/** What a VM of a backup has besides its root disk, and the saga that makes it. */
export interface RestoredDisks {
  readonly saga: Pick<Saga<WorkerServices, VmCreateInput>, "name" | "timeoutMs">;
  readonly volumes: readonly VolumeOfBackup[];
}

const LONGEST_NAME = 63;

// The root disk is vda; the volumes follow in the order of the backup. A name that is taken is refused by the database.
const make = statement(
  "new_vm_make_volumes",
  `WITH asked AS (
     SELECT *, '/dev/vd' || chr(ascii('a') + place::int) AS device_path
       FROM unnest($volume_ids::text[], $names::text[], $sizes_gb::int[], $types::text[], $volume_operation_ids::text[])
              WITH ORDINALITY AS asked (volume_id, name, size_gb, type, volume_operation_id, place)
   ), made AS (
     INSERT INTO volume (volume_id, workspace_id, name, size_gb, type, site_id, operation_id, status, attached_vm_id,
                         device_path)
     SELECT volume_id, $workspace_id::bigint, name, size_gb, type::volume_type, $site_id, $operation_id, 'attaching',
            $attached_vm_id, device_path FROM asked
   )
   INSERT INTO volume_operation (volume_operation_id, workspace_id, volume_id, operation, idempotency_key, operation_id)
   SELECT volume_operation_id, $workspace_id::bigint, volume_id, 'create', $idempotency_key, $operation_id FROM asked`,
);

/** Asks billing for each volume. @throws DomainError 402, 403 */
export async function admitVolumes(context: RequestContext, volumes: readonly VolumeOfBackup[]): Promise<void> {
  for (const { type, size_gb } of volumes) await context.admit({ skuCode: `volume.${type}`, quantity: size_gb });
}

/** Writes the volumes of a new VM. Its create makes them. They are named after both: the old ones may be there yet. */
export function makeVolumes(
  context: RequestContext,
  vm: { readonly vm_id: string; readonly vm_name: string; readonly site_id: string; readonly operation_id: string },
  volumes: readonly (VolumeOfBackup & { readonly new_volume_id: string })[],
): void {
  context.send(
    queryOf(make, {
      workspace_id: context.workspace.id,
      ...{ attached_vm_id: vm.vm_id, site_id: vm.site_id, operation_id: vm.operation_id },
      volume_ids: volumes.map(({ new_volume_id }) => new_volume_id),
      names: volumes.map(({ name }) => `${vm.vm_name}-${name}`.slice(0, LONGEST_NAME).trim()),
      sizes_gb: volumes.map(({ size_gb }) => size_gb),
      types: volumes.map(({ type }) => type),
      volume_operation_ids: volumes.map(() => newId("volop")),
      idempotency_key: context.idempotencyKey,
    }),
  );
}
