import { branch, columns, mark } from "./boxes.ts";
import type { StackRecords } from "./read.ts";

type Listener = StackRecords["configuration"]["listeners"][number];

/** The address and the ports of a balancer, where each leads to, and how the targets are. */
export function balancerLines(records: StackRecords): string[] {
  const { balancer, configuration } = records;
  const ways = configuration.listeners.flatMap(waysOf);
  const listeners = ways.map(([port, way], index) =>
    columns([15, 14, 60], [index === 0 ? (balancer.public_ip ?? "no address") : "", port, way]),
  );
  return [...listeners, ...poolLines(records)];
}

/** Each way that a request can take, the port before the first of them. */
function waysOf({ protocol, port, certificate, default_pool, rules }: Listener): (readonly [string, string])[] {
  const ways = rules.map(({ path, pool, redirect }) => {
    const end = pool === null ? `redirect ${redirect?.status ?? ""}` : `pool ${pool}`;
    return `${path?.value ?? "any path"} → ${end}`;
  });
  const all = default_pool === null ? ways : [...ways, `else → pool ${default_pool}`];
  const lock = certificate === null ? "" : " ⚿";
  return all.map((way, index) => [index === 0 ? `${protocol} :${port}${lock}` : "", way] as const);
}

function poolLines({ configuration, health, vms }: StackRecords): string[] {
  const names = new Map(Object.values(vms).map(({ id, name }) => [id, name]));
  const statuses = new Map(health.pools.flatMap(({ targets }) => targets.map(({ vm_id, status }) => [vm_id, status])));
  return configuration.pools.flatMap(({ name, protocol, algorithm, targets }) => [
    `pool ${name} · ${protocol} · ${algorithm}`,
    ...targets.map(({ vm_id, ip, port, weight }, index) => {
      const status = statuses.get(vm_id) ?? "unknown";
      const target = names.get(vm_id ?? "") ?? ip ?? "";
      return columns(
        [26, 7, 10, 9],
        [`${branch(index, targets)} ${target}`, `:${port}`, `weight ${weight}`, `${mark(status)} ${status}`],
      );
    }),
  ]);
}
