import type { LoadBalancerTarget } from "@fulmar/contract";
import type { Machine } from "@/networking/use-machines.ts";

/** The name of a target with its port: "web-1:8080". */
export function targetName(
  { vm_id, ip, port }: Pick<LoadBalancerTarget, "vm_id" | "ip" | "port">,
  machines: ReadonlyMap<string, Machine>,
): string {
  return `${vm_id === null ? ip : (machines.get(vm_id)?.name ?? vm_id)}:${port}`;
}
