import type { Acceptance, CreateCloudVm, VmType } from "@fulmar/contract";
import type { RequestContext } from "../../request/context.ts";
import { admitRootDisk } from "../resize-vm.ts";
import { requireFit } from "./fit.ts";
import { gather } from "./gather.ts";
import { choose, type Offer, readOffer } from "./offer.ts";
import { write } from "./write.ts";

/**
 * Creates a cloud or GPU VM: checks the offer, finds the parts and checks that they fit, asks billing, then writes
 * everything in one commit.
 * @param offer the result of `offerQuery`
 */
export async function createVm(
  context: RequestContext,
  type: VmType,
  input: CreateCloudVm,
  offer: Offer | undefined,
): Promise<Acceptance> {
  const choice = choose(offer, type, input);
  const found = await gather(context, choice.site_id, input);
  requireFit(choice, found);
  await context.admit({ skuCode: choice.sku_code, quote: choice.quote });
  await admitRootDisk(context, choice.addedGb);
  return write(context, input, choice, found);
}

/**
 * Creates a cloud VM within another change, such as that of a group.
 * @throws DomainError as the create of a VM
 */
export async function createCloudVm(context: RequestContext, input: CreateCloudVm): Promise<Acceptance> {
  return createVm(context, "cloud", input, await readOffer(context, "cloud", input));
}
