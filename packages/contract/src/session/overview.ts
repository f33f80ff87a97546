import type { Scope } from "../kernel/scopes.ts";

/** The families that the overview counts, and the scope that sees each. */
export const COUNTED_FAMILIES = {
  cloud_vm: "vm.read",
  gpu_vm: "vm.read",
  volume: "block-storage.read",
  bucket: "object-storage.read",
  vpc: "network.read",
  reserved_ip: "network.read",
  firewall_group: "network.read",
  load_balancer: "load-balancer.read",
  cdn_distribution: "cdn.read",
  secret_store: "secret-store.read",
} as const satisfies Readonly<Record<string, Scope>>;
export type CountedFamily = keyof typeof COUNTED_FAMILIES;
