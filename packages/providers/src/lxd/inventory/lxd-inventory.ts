import type { InventoryPort, ResourceKind, SiteResource } from "../../ports/inventory-port.ts";
import type { LxdSite } from "../lxd-site.ts";
import { describeGateway, describeInstanceNetwork, describeSubnet } from "./describe-network.ts";
import { describeRecoveryPoint } from "./describe-recovery-point.ts";
import { describeVm } from "./describe-vm.ts";
import { describeVolume } from "./describe-volume.ts";
import { readMark, writeMark } from "./site-mark.ts";

type Describe = (id: string, signal: AbortSignal) => Promise<SiteResource | undefined>;

/** What the configuration of our things on the server says of them. */
export function lxdInventory(site: LxdSite): InventoryPort {
  const describe: Readonly<Record<ResourceKind, Describe>> = {
    vm: (...call) => describeVm(site, ...call),
    volume: (...call) => describeVolume(site, ...call),
    snapshot: (...call) => describeRecoveryPoint(site, "snapshot", ...call),
    backup: (...call) => describeRecoveryPoint(site, "backup", ...call),
    subnet: (...call) => describeSubnet(site, ...call),
    vm_network: (...call) => describeInstanceNetwork(site, ...call),
    nat_gateway: (...call) => describeGateway(site, ...call),
    load_balancer: async () => undefined,
  };
  return {
    readMark: (signal) => readMark(site, signal),
    writeMark: (...call) => writeMark(site, ...call),
    describe: (kind, id, signal) => describe[kind](id, signal),
  };
}
