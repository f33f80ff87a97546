import { formatIpv4, networkSize, parseCidr } from "@fulmar/contract";
import { atomsIn } from "@fulmar/ovsdb";
import { ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { changeNetworks, type Read } from "./change.ts";
import { exitOperations } from "./exits.ts";
import { routerOperations } from "./routers.ts";
import { isOurs, labels, select } from "./rows.ts";
import { switchOperations } from "./subnets.ts";

/** The network of machines that are in no VPC. A router of its own keeps it from all others. */
export const HOME_CIDR = "10.96.0.0/16";
const HOME_GATEWAY = "10.96.0.1";
/** Of the network, its router and its broadcasts. */
const NO_MACHINES = 3;

/** Makes the network of machines in no VPC, which leaves by the uplink where there is one. Repeatable. */
export async function makeHome(site: LibvirtSite, signal: AbortSignal): Promise<void> {
  const vpcId = site.siteId;
  await changeNetworks(site, signal, async (read) => {
    const [[present] = []] = await read(select("Logical_Switch", [], isOurs(site, "home")));
    if (present !== undefined) return { operations: [], outcome: undefined };
    const external_ids = labels(site, "home", { id: homeId(site), vpc: vpcId });
    const made = switchOperations(
      site,
      { id: homeId(site), vpcId, external_ids },
      { cidr: HOME_CIDR, gateway: HOME_GATEWAY, ipv6Cidr: null, dns: [] },
    );
    return { operations: [...routerOperations(site, vpcId), ...made], outcome: undefined };
  });
  if (site.uplink === null) return;
  await changeNetworks(site, signal, async (read) => {
    const [present = []] = await read(select("NAT", [], isOurs(site, "exit", { id: vpcId })));
    if (present.length > 0) return { operations: [], outcome: undefined };
    const translates = { type: "snat" as const, from: [HOME_CIDR] };
    const exit = { vpcId, address: null, translates, forwards: { tcp: {}, udp: {} } };
    return { operations: await exitOperations(site, vpcId, exit, read), outcome: undefined };
  });
}

/** Under which id it stands, as a subnet. Its VPC is the site's id. */
export function homeId({ siteId }: LibvirtSite): string {
  return `${siteId}_home`;
}

/** A free address of the home network. @throws ProviderError `site_full` */
export async function homeAddress(site: LibvirtSite, read: Read): Promise<string> {
  const [nics = []] = await read(
    select("Logical_Switch_Port", ["addresses"], isOurs(site, "nic", { subnet: homeId(site) })),
  );
  const held = (await site.heldAddresses?.()) ?? new Set();
  const taken = new Set([...nics.map((nic) => String(atomsIn(nic.addresses)[0]).split(" ")[1]), ...held]);
  const range = parseCidr(HOME_CIDR) ?? { first: 0, prefixLength: 32 };
  const size = networkSize(range) - NO_MACHINES;
  // Begins anywhere, so that an address that has just been given back is not given out at once.
  const start = Math.floor(Math.random() * size);
  for (let index = 0; index < size; index++) {
    const address = formatIpv4(range.first + 2 + ((start + index) % size));
    if (!taken.has(address)) return address;
  }
  throw new ProviderError(
    "site_full",
    "The site has no private address left; put the VM into a subnet, or use another site.",
    { retryable: false },
  );
}
