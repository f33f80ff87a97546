// The room that other hosts of a site have for the VMs of one of them, before a worker takes it (docs/adr/0132).
import { type Sql, statement } from "@fulmar/prisma";

const others = statement(
  "operator_host_others",
  `SELECT o.host_id, o.site_id, o.zone, o.tags, o.cpus, o.ram_mb - o.promised_ram_mb AS free_ram_mb, o.free_disk_gb,
          o.dedicated_organization_id
     FROM site_host h JOIN site_host o ON o.site_id = h.site_id AND o.host_id <> h.host_id
    WHERE h.host_id = $host_id AND o.state = 'active' AND o.status = 'online' AND NOT o.clearing ORDER BY o.host_id`,
);

/** A host with what is free of its memory, from which previews take. */
export interface Room {
  readonly host_id: string;
  readonly site_id: string;
  readonly zone: string | null;
  readonly tags: readonly string[];
  readonly cpus: number | null;
  readonly free_disk_gb: number | null;
  readonly dedicated_organization_id: string | null;
  free: number;
}

/** A VM as far as it decides where it may go. */
export interface Sized {
  readonly cpu: number;
  readonly ram_mb: number;
  readonly disk_gb: number;
  readonly host_tags: readonly string[];
  /** The organization on whose hosts it runs. Null of one that shares hosts. */
  readonly hosts_of: string | null;
  readonly placement_group_id: string | null;
  readonly strategy: string | null;
  readonly over: string | null;
  readonly strict: boolean | null;
  /** The places of the other VMs of its placement group. */
  readonly places: readonly (string | null)[] | null;
}

/** The hosts of a site that take VMs, besides one. */
export async function roomBesides(sql: Sql, host_id: string): Promise<Room[]> {
  const rows = await sql.query(others, { host_id });
  return rows.map(({ free_ram_mb, ...host }) => ({ ...host, free: free_ram_mb ?? 0 }));
}

/**
 * Takes room for a VM on the best host, as a worker does.
 * @param groups the places that VMs of placement groups have by then
 * @returns why there is none
 */
export function takeRoom(
  hosts: readonly Room[],
  groups: Map<string, string[]>,
  vm: Sized,
): "no_room" | "placement_group" | null {
  const fitting = hosts
    .filter(({ dedicated_organization_id }) => dedicated_organization_id === vm.hosts_of)
    .filter(({ tags }) => vm.host_tags.every((tag) => tags.includes(tag)))
    .filter(
      ({ cpus, free, free_disk_gb }) => (cpus ?? 0) >= vm.cpu && free >= vm.ram_mb && (free_disk_gb ?? 0) >= vm.disk_gb,
    );
  const key = vm.placement_group_id ?? "";
  const taken = groups.get(key) ?? (vm.places ?? []).filter((place) => place !== null);
  const placeOf = ({ site_id, host_id, zone }: Room) => `${site_id} ${vm.over === "zones" ? (zone ?? "") : host_id}`;
  const here = (host: Room) => taken.filter((place) => place === placeOf(host)).length;
  const keeps = (host: Room) =>
    vm.strict !== true || (vm.strategy === "spread" ? here(host) === 0 : here(host) === taken.length);
  const wanted = (host: Room) => (vm.strategy === "spread" ? here(host) : -here(host));
  const [host] = fitting.filter(keeps).sort((a, b) => wanted(a) - wanted(b) || b.free - a.free);
  if (host === undefined) return fitting.length > 0 ? "placement_group" : "no_room";
  host.free -= vm.ram_mb;
  if (vm.placement_group_id !== null) groups.set(key, [...taken, placeOf(host)]);
  return null;
}
