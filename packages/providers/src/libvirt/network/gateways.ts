import { setOf } from "@fulmar/ovsdb";
import type { GatewayConfiguration } from "../../ports/network-port.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { changeNetworks } from "./change.ts";
import { type Exit, exitOperations } from "./exits.ts";
import { isOurs, labels, labelsIn, madeAtIn, nameOf, revisionOf, select } from "./rows.ts";
import { subnetsOf } from "./subnet-rows.ts";

/** Applies a NAT gateway: an address set with the networks that it serves, and its exit from their VPC. */
export async function applyGateway(
  site: LibvirtSite,
  natGatewayId: string,
  wanted: GatewayConfiguration,
  signal: AbortSignal,
): Promise<void> {
  await changeNetworks(site, signal, async (read) => {
    const [[found] = []] = await read(select("Address_Set", [], isOurs(site, "nat_gateway", { id: natGatewayId })));
    const present = found && labelsIn(found);
    if (present !== undefined && revisionOf(present) > wanted.revision) return { operations: [], outcome: undefined };
    const subnets = await subnetsOf(site, wanted.subnetIds, read);
    const networks = subnets.map(({ cidr }) => cidr);
    const [vpcId] = subnets.map((subnet) => subnet.vpcId);
    const address = wanted.publicAddress?.address ?? null;
    const exit: Exit | null =
      address === null || vpcId === undefined
        ? null
        : { vpcId, address, translates: { type: "snat", from: networks }, forwards: forwardsOf(wanted.forwards) };
    const row = {
      name: nameOf(natGatewayId),
      addresses: setOf(networks),
      external_ids: labels(site, "nat_gateway", {
        id: natGatewayId,
        revision: String(wanted.revision),
        record: JSON.stringify(wanted.record),
        madeAt: madeAtIn(present),
        ...(address !== null && { state: address }),
      }),
    };
    const where = [["name", "==", row.name]] as const;
    return {
      operations: [
        present === undefined
          ? { op: "insert", table: "Address_Set", row }
          : { op: "update", table: "Address_Set", where, row },
        ...(await exitOperations(site, natGatewayId, exit, read)),
      ],
      outcome: undefined,
    };
  });
}

function forwardsOf(forwards: GatewayConfiguration["forwards"]): Exit["forwards"] {
  const of = (wanted: "tcp" | "udp") =>
    Object.fromEntries(
      forwards
        .filter(({ protocol }) => protocol === wanted)
        .map(({ publicPort, address, privatePort }) => [publicPort, `${address}:${privatePort}`]),
    );
  return { tcp: of("tcp"), udp: of("udp") };
}

export async function removeGateway(site: LibvirtSite, natGatewayId: string, signal: AbortSignal): Promise<void> {
  await changeNetworks(site, signal, async (read) => {
    const mine = isOurs(site, "nat_gateway", { id: natGatewayId });
    const [present = []] = await read(select("Address_Set", [], mine));
    if (present.length === 0) return { operations: [], outcome: undefined };
    return {
      operations: [
        { op: "delete", table: "Address_Set", where: [mine] },
        ...(await exitOperations(site, natGatewayId, null, read)),
      ],
      outcome: undefined,
    };
  });
}
