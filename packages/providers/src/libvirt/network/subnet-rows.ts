import { subnetNotReady } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import type { Read } from "./change.ts";
import { isOurs, labelsIn, nameOf, select } from "./rows.ts";

/** A subnet as it is at the site. */
export interface SubnetRow {
  readonly subnetId: string;
  readonly vpcId: string;
  readonly cidr: string;
  /** Its switch. */
  readonly name: string;
}

/** Subnets that must be there, in this order. @throws ProviderError, retryable, for one that is not there yet */
export async function subnetsOf(site: LibvirtSite, ids: readonly string[], read: Read): Promise<SubnetRow[]> {
  if (ids.length === 0) return [];
  const answers = await read(...ids.map((id) => select("Logical_Switch", [], isOurs(site, "subnet", { id }))));
  return ids.map((subnetId, index) => {
    const row = answers[index]?.[0];
    if (row === undefined) throw subnetNotReady();
    const { vpc: vpcId = "", state: cidr = "" } = labelsIn(row);
    return { subnetId, vpcId, cidr, name: nameOf(subnetId) };
  });
}
