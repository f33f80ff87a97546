import type { Acceptance, VmStatus, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { RequestContext } from "../request/context.ts";
import { conflict, invalidField, notFound } from "../request/domain-error.ts";
import { changeVm } from "./change-vm.ts";
import { keepPendingConfiguration } from "./pending-configuration.ts";
import { requireChangeable, vmNoun } from "./refuse-vm-change.ts";
import { vmRebuildSaga } from "./vm-rebuild.saga.ts";

interface Rebuild {
  readonly vm_id: string;
  readonly template_id?: string | undefined;
  readonly ssh_keys?: readonly string[] | undefined;
  readonly user_data?: string | undefined;
}

/** A VM and the image that it is to have; the columns of the image are null where the catalog has none. */
interface Held {
  status: VmStatus;
  operation_id: string | null;
  disk_gb: number;
  rescue_enabled: boolean;
  template_id: string | null;
  os_type: string | null;
  os_distro: string | null;
  min_disk_gb: number | null;
  offered: boolean | null;
}

const hold = statement(
  "vm_hold_for_image",
  `SELECT v.status::text, v.operation_id, v.disk_gb, v.rescue_enabled, i.template_id, i.os_type, i.os_distro, i.min_disk_gb,
          v.site_id = ANY (i.site_ids) AS offered
     FROM vm v LEFT JOIN image i ON i.template_id = coalesce($4, v.template_id)
    WHERE v.workspace_id = $1::bigint AND v.vm_id = $2 AND v.type = $3::vm_type
      FOR NO KEY UPDATE OF v`,
);

/** Wipes a VM's root disk and puts an image on it, by default the one that it has. @throws DomainError 404, 400, 409 */
export async function rebuildVm(
  context: RequestContext,
  type: VmType,
  { vm_id: vmId, template_id, ssh_keys, user_data }: Rebuild,
): Promise<Acceptance> {
  const [vm] = await context.sql.query(hold, [context.workspace.id, vmId, type, template_id ?? null]);
  if (vm === undefined) throw notFound(vmNoun(type));
  const image = imageFor(vm);
  const request = { type, vmId, action: "rebuild" } as const;
  await requireChangeable(context, request, vm);
  if (vm.rescue_enabled)
    throw conflict("rescue_enabled", "The VM is in rescue mode; turn that off first, then rebuild it.");
  const acceptance = await changeVm(context, { ...request, meanwhile: null, saga: vmRebuildSaga, input: image });
  keepPendingConfiguration(context, acceptance, { sshKeys: ssh_keys, userData: user_data });
  return acceptance;
}

/** @throws DomainError 400 when the image cannot be put on the VM */
function imageFor({ disk_gb, template_id, os_type, os_distro, min_disk_gb, offered }: Held) {
  if (template_id === null || os_type === null || os_distro === null || min_disk_gb === null) {
    throw invalidField("template_id", "is not an image of the catalog");
  }
  if (offered !== true) throw invalidField("template_id", "is not offered at the site of the VM");
  if (min_disk_gb > disk_gb)
    throw invalidField(
      "template_id",
      `needs a root disk of ${min_disk_gb} GB, and this one has ${disk_gb}: grow it first`,
    );
  return { template_id, os_type, os_distro };
}
