import type { ResourceKind, ResourceRecord } from "./inventory-port.ts";

/** The table in which a resource of a kind has its own row; what is of a VM has none. */
const TABLE: Readonly<Record<ResourceKind, string | null>> = {
  vm: "vm",
  volume: "volume",
  snapshot: "snapshot_set",
  backup: "backup",
  subnet: "subnet",
  vm_network: null,
  nat_gateway: "nat_gateway",
  load_balancer: "load_balancer",
};

/** What a record calls its resource; null where it does not say. */
export function recordedName(kind: ResourceKind, record: ResourceRecord | null): string | null {
  const table = TABLE[kind];
  const name = table === null ? undefined : record?.rows[table]?.[0]?.name;
  return typeof name === "string" ? name : null;
}
