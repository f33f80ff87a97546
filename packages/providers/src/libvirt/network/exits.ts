import { mapOf, named, type Operation, setOf } from "@fulmar/ovsdb";
import { ProviderError } from "../../ports/provider-error.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import type { Read } from "./change.ts";
import { addressOf, joinUplink, leavesPolicy, leaveUplink, referenceTo, uplinkPort } from "./routers.ts";
import { type FoundRow, isOurs, labels, labelsIn, nameOf, select } from "./rows.ts";

/** What leads out of a VPC on behalf of a VM or a gateway, and in. */
export interface Exit {
  readonly vpcId: string;
  /** The public address; null for the router's own at the uplink. */
  readonly address: string | null;
  /** `dnat_and_snat` of one private address, or `snat` of networks. */
  readonly translates: { readonly type: "snat" | "dnat_and_snat"; readonly from: readonly string[] };
  /** Private targets such as `10.0.0.5:80` by public port. */
  readonly forwards: Readonly<Record<"tcp" | "udp", Readonly<Record<number, string>>>>;
}

/**
 * Operations after which an owner has this exit and no other. A router is at the uplink while it has one.
 * @throws ProviderError `address_not_free`, retryable, while another owner has the address; those of `joinUplink`
 */
export async function exitOperations(
  site: LibvirtSite,
  owner: string,
  wanted: Exit | null,
  read: Read,
): Promise<Operation[]> {
  const [nats = [], balancers = [], policies = []] = await read(
    select("NAT", ["external_ip"], isOurs(site, "exit")),
    select("Load_Balancer", [], isOurs(site, "exit")),
    select("Logical_Router_Policy", [], isOurs(site, "exit")),
  );
  const isMine = (row: FoundRow) => labelsIn(row).id === owner;
  const others = [...nats, ...balancers].filter((row) => !isMine(row));
  const address = wanted?.address ?? null;
  if (address !== null && others.some((row) => labelsIn(row).state === address)) {
    throw new ProviderError(
      "address_not_free",
      "The public address is still in use by another resource at the site; the change continues when it is free.",
      { retryable: true },
    );
  }
  const former = new Set([...nats, ...balancers, ...policies].filter(isMine).map((row) => labelsIn(row).vpc ?? ""));
  const operations: Operation[] = [];
  for (const vpcId of former) {
    const isHere = (row: FoundRow) => isMine(row) && labelsIn(row).vpc === vpcId;
    operations.push(
      {
        op: "mutate",
        table: "Logical_Router",
        where: [["name", "==", nameOf(vpcId)]],
        mutations: [
          ["nat", "delete", setOf(nats.filter(isHere).map(referenceTo))],
          ["load_balancer", "delete", setOf(balancers.filter(isHere).map(referenceTo))],
          ["policies", "delete", setOf(policies.filter(isHere).map(referenceTo))],
        ],
      },
      { op: "delete", table: "Load_Balancer", where: [isOurs(site, "exit", { id: owner, vpc: vpcId })] },
    );
    const isAlone = !others.some((row) => labelsIn(row).vpc === vpcId);
    if (isAlone && wanted?.vpcId !== vpcId) operations.push(...(await leaveUplink(site, vpcId, read)));
  }
  if (wanted !== null) operations.push(...(await newExit(site, owner, wanted, read)));
  return operations;
}

async function newExit(site: LibvirtSite, owner: string, exit: Exit, read: Read): Promise<Operation[]> {
  const { vpcId, translates, forwards } = exit;
  const port = await uplinkPort(site, vpcId, read);
  const joined =
    port === undefined ? await joinUplink(site, vpcId, read) : { address: addressOf(port), operations: [] };
  const address = exit.address ?? joined.address;
  const external_ids = labels(site, "exit", { id: owner, vpc: vpcId, state: address });
  const inserts: { readonly table: string; readonly column: string; readonly row: object }[] = [
    ...translates.from.map((from) => ({
      table: "NAT",
      column: "nat",
      row: { type: translates.type, external_ip: address, logical_ip: from, external_ids },
    })),
    ...(["tcp", "udp"] as const).flatMap((protocol) => {
      const vips = Object.entries(forwards[protocol]).map(([publicPort, target]) => [
        `${address}:${publicPort}`,
        target,
      ]);
      if (vips.length === 0) return [];
      const row = { name: nameOf(owner, protocol), protocol, vips: mapOf(Object.fromEntries(vips)), external_ids };
      return [{ table: "Load_Balancer", column: "load_balancer", row }];
    }),
    {
      table: "Logical_Router_Policy",
      column: "policies",
      row: { ...leavesPolicy(vpcId, translates.from), external_ids },
    },
  ];
  return [
    ...joined.operations,
    ...inserts.map(
      ({ table, row }, index) => ({ op: "insert", table, "uuid-name": `exit_${index}`, row }) as Operation,
    ),
    {
      op: "mutate",
      table: "Logical_Router",
      where: [["name", "==", nameOf(vpcId)]],
      mutations: inserts.map(({ column }, index) => [column, "insert", setOf([named(`exit_${index}`)])] as const),
    },
  ];
}
