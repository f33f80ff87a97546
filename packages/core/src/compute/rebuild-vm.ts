import { type Acceptance, Image, type VmStatus, type VmType } from "@fulmar/contract";
import { defineSaga, type SagaContext } from "@fulmar/engine";
import { type RowOf, statement, type Transaction } from "@fulmar/prisma";
import type { RequestContext } from "../request/context.ts";
import { conflict, found, invalidField } from "../request/domain-error.ts";
import { defineProviderSaga, unlessGone } from "../work/provider-saga.ts";
import { changeVm } from "./change-vm.ts";
import {
  BRINGING_MS,
  bringImage,
  imageAtColumns,
  joinImageAt,
  type OfImageCopy,
  planImageCopy,
  unrunImage,
  untakenImage,
} from "./image-copies.ts";
import {
  dropPendingConfiguration,
  keepPendingConfiguration,
  pendingConfigurationOf,
  SET_KEYS,
  SET_USER_DATA,
  TAKE_PENDING,
} from "./pending-configuration.ts";
import { keysForVm } from "./ssh-keys.ts";
import { userDataForVm } from "./startup-scripts.ts";
import { requireChangeable, type VmInput, vmNoun } from "./vm-guards.ts";
import { heldBy, OF_OPERATION, releaseVm } from "./vm-state.ts";

const lock = statement(
  "vm_hold_for_image",
  `SELECT v.status::text, v.operation_id, v.held_reason, v.disk_gb, v.rescue_enabled, i.template_id, i.os_type, i.os_distro,
          i.firmware, i.min_disk_gb, i.retired_at, v.site_id,
          i.owner_workspace_id IS NOT NULL AS of_workspace, ${imageAtColumns("s")}
     FROM vm v JOIN site s ON s.site_id = v.site_id LEFT JOIN image i ON i.template_id = coalesce($template_id, v.template_id)
      AND (i.owner_workspace_id IS NULL OR i.owner_workspace_id = v.workspace_id
           OR image_opened(i.template_id, v.workspace_id))
     ${joinImageAt("s")}
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.type = $type::vm_type
      FOR NO KEY UPDATE OF v`,
);

const settle = statement(
  "vm_rebuilt",
  `${TAKE_PENDING}
   UPDATE vm SET template_id = $template_id, os_type = $os_type, os_distro = $os_distro, ${SET_KEYS}, ${SET_USER_DATA},
                 operation_id = NULL, updated_at = now()
    WHERE ${OF_OPERATION}`,
);

/** A VM with the image to install. The image columns are null when the catalog has no such image. */
type LockedRow = RowOf<typeof lock>;

/**
 * Replaces a VM's root disk with a new one from an image, by default its current image. @throws DomainError 404, 400,
 * 409
 */
export async function rebuildVm(
  context: RequestContext,
  type: VmType,
  { vm_id, template_id, user_data, startup_script_id, ...keys }: VmInput<"rebuild">,
): Promise<Acceptance> {
  const { sql, workspace } = context;
  const vm = found(await sql.maybe(lock, { workspace_id: workspace.id, vm_id, type, template_id }), vmNoun(type));
  const { isBrought, ...image } = imageFor(vm);
  const request = { type, vm_id, action: "rebuild" } as const;
  await requireChangeable(context, request, vm);
  if (vm.rescue_enabled)
    throw conflict("rescue_enabled", "The VM is in rescue mode; turn rescue mode off, then rebuild the VM.");
  const sshKeys = await keysForVm(context, keys);
  const userData = await userDataForVm(context, { user_data, startup_script_id });
  const { template_id: image_id } = image;
  const copy_id = isBrought ? await planImageCopy(context, { ...vm, image_id }) : vm.copy_id;
  const saga = isBrought ? rebuildVmBringingImageSaga : vmRebuildSaga;
  const input = { ...image, ...(copy_id !== null && { copy_id }) };
  const acceptance = await changeVm(context, { ...request, meanwhile: null, saga, input });
  keepPendingConfiguration(context, acceptance, { sshKeys, userData });
  return acceptance;
}

/** @throws DomainError 400 when the image does not fit the VM */
function imageFor({ disk_gb, template_id, os_type, os_distro, firmware, min_disk_gb, retired_at, ...at }: LockedRow) {
  if (template_id === null || os_type === null || os_distro === null || min_disk_gb === null) {
    throw invalidField("template_id", "is not an image that the workspace can make VMs from");
  }
  if (retired_at !== null) throw invalidField("template_id", "is retired: choose another image");
  const isBrought = at.image_here !== true;
  if (isBrought && at.of_workspace !== true) throw invalidField("template_id", "is not offered at the site of the VM");
  if (isBrought && at.image_taken !== true)
    throw invalidField("template_id", `is of an image that the site of the VM ${untakenImage(at.image_home)}`);
  if (at.image_misses !== null)
    throw invalidField("template_id", `cannot be used: the site of the VM ${unrunImage(at.image_misses)}`);
  if (min_disk_gb > disk_gb)
    throw invalidField(
      "template_id",
      `needs a root disk of ${min_disk_gb} GB, but the VM has ${disk_gb} GB: grow the root disk first`,
    );
  return { template_id, os_type, os_distro, isBrought, ...(firmware !== null && { firmware }) };
}

interface VmRebuildInput extends OfImageCopy {
  /** The state of the VM, which it keeps. */
  readonly before: VmStatus;
  readonly template_id: string;
  readonly os_type: string;
  readonly os_distro: string;
  /** What boots the image, where it says. */
  readonly firmware?: string;
}

/** Replaces a VM's root disk. The provider keeps the old disk for as long as the rebuild can fail. */
export const vmRebuildSaga = defineProviderSaga<VmRebuildInput>({
  name: "vm-rebuild",
  steps: [
    {
      name: "shut-down-instance",
      async do({ compute, resourceId, input, signal }) {
        if (input.before === "running") await compute.stopInstance(resourceId, { force: true }, signal);
        return undefined;
      },
      async undo({ compute, resourceId, input, signal }) {
        if (input.before === "running") await unlessGone(compute.startInstance(resourceId, signal));
      },
    },
    {
      name: "rebuild-root-disk",
      timeoutMs: 300_000,
      async do({ compute, resourceId, operationId, input, signal }) {
        const templateId = input.copy_id ?? input.template_id;
        const firmware = Image.shape.firmware.parse(input.firmware ?? null);
        await compute.rebuildInstance(resourceId, { templateId, firmware, requestId: operationId }, signal);
        return undefined;
      },
      // This also undoes the configuration, which is on the disk.
      undo: ({ compute, resourceId, operationId, signal }) =>
        unlessGone(compute.revertInstance(resourceId, { requestId: operationId }, signal)),
    },
    {
      name: "configure-rebuilt-instance",
      async do(context) {
        const { name, ...access } = await pendingConfigurationOf(context.services, context);
        await context.compute.configureInstance(context.resourceId, { hostname: name, ...access }, context.signal);
        return undefined;
      },
    },
    {
      name: "boot-rebuilt-instance",
      async do({ compute, resourceId, input, signal }) {
        if (input.before === "running") await compute.startInstance(resourceId, signal);
        return undefined;
      },
      // The VM must be off while its old disk is put back.
      undo: ({ compute, resourceId, signal }) => unlessGone(compute.stopInstance(resourceId, { force: true }, signal)),
    },
  ],
  async settle(transaction, context) {
    if (context.outcome === "succeeded") return settleRebuiltVm(transaction, context);
    await dropPendingConfiguration(transaction, context);
    await releaseVm(transaction, context, context.input.before);
  },
});

/** The same, of an image that is brought to the site first, while the VM runs on. */
export const rebuildVmBringingImageSaga = defineSaga({
  ...vmRebuildSaga,
  name: "rebuild-vm-bringing-image",
  timeoutMs: BRINGING_MS,
  steps: [...bringImage, ...vmRebuildSaga.steps],
});

async function settleRebuiltVm({ sql }: Pick<Transaction, "sql">, context: SagaContext<VmRebuildInput>): Promise<void> {
  const { template_id, os_type, os_distro } = context.input;
  await sql.query(settle, { ...heldBy(context), template_id, os_type, os_distro });
}
