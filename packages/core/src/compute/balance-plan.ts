// Which moves even out the hosts of a site (docs/adr/0143). Preview and worker plan by the same function.

/** A host that takes VMs. */
export interface BalancedHost {
  readonly host_id: string;
  readonly zone: string | null;
  readonly tags: readonly string[];
  readonly cpus: number | null;
  readonly ram_mb: number | null;
  readonly promised_ram_mb: number;
  /** Of the promised memory what VMs have that are on their way to another host, where it is promised too. */
  readonly leaving_ram_mb: number | null;
  readonly free_disk_gb: number | null;
  readonly dedicated_organization_id: string | null;
}

/** A VM on one of the hosts. */
export interface BalancedVm {
  readonly vm_id: string;
  readonly host_id: string | null;
  readonly cpu: number;
  readonly ram_mb: number;
  readonly disk_gb: number;
  readonly host_tags: readonly string[];
  /** The organization on whose hosts it runs. Null of one that shares hosts. */
  readonly hosts_of: string | null;
  readonly placement_group_id: string | null;
  readonly strategy: string | null;
  readonly over: string | null;
  /** Whether it may move at all. */
  readonly movable: boolean | null;
}

/** A VM and the id of the host that it goes to. */
export interface BalancingMove<Vm> {
  readonly vm: Vm;
  readonly to: string;
}

/** Shares of memory that differ by less than this are even: a move costs more than it gives. */
const EVEN = 0.05;

/** The memory that is promised at a host when the VMs under way have left it. */
export const keptRam = ({
  promised_ram_mb,
  leaving_ram_mb,
}: Pick<BalancedHost, "promised_ram_mb" | "leaving_ram_mb">) => promised_ram_mb - (leaving_ram_mb ?? 0);

/**
 * Plans moves one after the other: of the fullest host that can give a VM, the one that makes it and the emptiest host
 * that takes it most alike. Each move brings the fuller of the two below what it was, so the plan ends, and a VM moves
 * once in it.
 * @param most how many moves are planned at most
 */
export function planBalance<Vm extends BalancedVm>(
  hosts: readonly BalancedHost[],
  vms: readonly Vm[],
  most: number,
): BalancingMove<Vm>[] {
  const promised = new Map(hosts.map((host) => [host.host_id, keptRam(host)]));
  const disks = new Map(hosts.map(({ host_id, free_disk_gb }) => [host_id, free_disk_gb ?? 0]));
  const left = Map.groupBy(
    vms.filter(({ movable }) => movable === true),
    ({ host_id }) => String(host_id),
  );
  const zones = new Map(hosts.map(({ host_id, zone }) => [host_id, zone ?? ""]));
  const groups = new Map<string, (string | undefined)[]>();
  const placeOf = ({ over }: Vm, host_id: string) => (over === "zones" ? zones.get(host_id) : host_id);
  for (const vm of vms)
    if (vm.placement_group_id !== null && vm.host_id !== null) {
      const places = groups.get(vm.placement_group_id) ?? [];
      places.push(placeOf(vm, vm.host_id));
      groups.set(vm.placement_group_id, places);
    }
  const shareOf = (host: BalancedHost, added = 0) =>
    ((promised.get(host.host_id) ?? 0) + added) / Math.max(host.ram_mb ?? 0, 1);

  /** Whether a host has what a VM needs, besides memory, and none of a group that spreads. */
  const takes = (host: BalancedHost, vm: Vm) =>
    vm.host_tags.every((tag) => host.tags.includes(tag)) &&
    host.dedicated_organization_id === vm.hosts_of &&
    (host.cpus ?? 0) >= vm.cpu &&
    (disks.get(host.host_id) ?? 0) >= vm.disk_gb &&
    (vm.placement_group_id === null ||
      (vm.strategy === "spread" && !(groups.get(vm.placement_group_id) ?? []).includes(placeOf(vm, host.host_id))));

  const next = (): BalancingMove<Vm> | undefined => {
    const byShare = hosts.toSorted((a, b) => shareOf(b) - shareOf(a));
    for (const from of byShare) {
      const share = shareOf(from);
      for (const to of byShare.toReversed()) {
        if (share - shareOf(to) < EVEN) break;
        let best: { vm: Vm; apart: number } | undefined;
        for (const vm of left.get(from.host_id) ?? []) {
          const after = shareOf(to, vm.ram_mb);
          if (after >= share || after > 1 || !takes(to, vm)) continue;
          const apart = Math.abs(shareOf(from, -vm.ram_mb) - after);
          if (best === undefined || apart < best.apart) best = { vm, apart };
        }
        if (best !== undefined) return { vm: best.vm, to: to.host_id };
      }
    }
    return undefined;
  };

  const moves: BalancingMove<Vm>[] = [];
  while (moves.length < most) {
    const move = next();
    if (move === undefined) break;
    const { vm, to } = move;
    const from = String(vm.host_id);
    moves.push(move);
    promised.set(from, (promised.get(from) ?? 0) - vm.ram_mb);
    promised.set(to, (promised.get(to) ?? 0) + vm.ram_mb);
    disks.set(to, (disks.get(to) ?? 0) - vm.disk_gb);
    left.set(
      from,
      (left.get(from) ?? []).filter((other) => other !== vm),
    );
    if (vm.placement_group_id !== null) {
      const places = groups.get(vm.placement_group_id) ?? [];
      places.splice(places.indexOf(placeOf(vm, from)), 1, placeOf(vm, to));
    }
  }
  return moves;
}
