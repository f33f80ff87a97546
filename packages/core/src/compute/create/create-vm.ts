import type { Acceptance, CreateCloudVm, VmType } from "@fulmar/contract";
import type { RequestContext } from "../../request/context.ts";
import { planImageCopy } from "../image-copies.ts";
import { admitRootDisk } from "../resize-vm.ts";
import type { BackupDisk } from "../vm-create.saga.ts";
import { requireFit } from "./fit.ts";
import { gather } from "./gather.ts";
import { choose, type Offer, readOffer } from "./offer.ts";
import { admitVolumes, type RestoredDisks } from "./restored-volumes.ts";
import { write } from "./write.ts";

/**
 * Creates a cloud or GPU VM: checks the offer, finds the parts and checks that they fit, asks billing, then writes
 * everything in one commit.
 * @param offer the result of `offerQuery`
 * @param backup what the root disk has, in place of what the image has
 */
export async function createVm(
  context: RequestContext,
  type: VmType,
  input: CreateCloudVm,
  offer: Offer | undefined,
  backup?: BackupDisk,
  restored?: RestoredDisks,
): Promise<Acceptance> {
  const choice = choose(offer, type, input, backup);
  const found = await gather(context, choice.site_id, input);
  requireFit(choice, found);
  await context.admit({ skuCode: choice.sku_code, quote: choice.quote });
  await admitRootDisk(context, choice.addedGb);
  if (restored !== undefined) await admitVolumes(context, restored.volumes);
  if (backup !== undefined) return write(context, input, choice, found, { restored: { backup, ...restored } });
  const { image_here, site_id, image_bytes, image_gb } = choice;
  if (image_here === true) return write(context, input, choice, found, { copyId: choice.copy_id });
  const image = { image_id: input.template_id, site_id, image_bytes, image_gb };
  return write(context, input, choice, found, { copyId: await planImageCopy(context, image), isBrought: true });
}

/**
 * Creates a VM whose root disk is that of a backup, and new volumes that have what those of the backup had.
 * @param input its image is that of the VM that was, its site that of the backup or the one that a copy is brought to
 * @throws DomainError as the create of a VM
 */
export async function createVmOfBackup(
  context: RequestContext,
  type: VmType,
  input: CreateCloudVm,
  backup: BackupDisk,
  restored?: RestoredDisks,
): Promise<Acceptance> {
  return createVm(context, type, input, await readOffer(context, type, input, backup), backup, restored);
}

/**
 * Creates a cloud VM within another change, such as that of a group.
 * @throws DomainError as the create of a VM
 */
export async function createCloudVm(context: RequestContext, input: CreateCloudVm): Promise<Acceptance> {
  return createVm(context, "cloud", input, await readOffer(context, "cloud", input));
}
