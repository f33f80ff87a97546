import type { LoadBalancerTarget } from "@fulmar/contract";
import type { ListedVm } from "@/vms/listed-vms.tsx";

/** The name of a target with its port: "web-1:8080". */
export function targetName(
  { vm_id, ip, port }: Pick<LoadBalancerTarget, "vm_id" | "ip" | "port">,
  vms: ReadonlyMap<string, ListedVm>,
): string {
  return `${vm_id === null ? ip : (vms.get(vm_id)?.name ?? vm_id)}:${port}`;
}
