import { box, columns, mark } from "./boxes.ts";
import type { StackRecords } from "./read.ts";

/** Addresses, what has them, and whatever else there is to say of it. */
const GATEWAY_COLUMNS = [15, 18, 60];
/**
 * Private address, machine, public address, plan, status, tags; of a volume its device and size in the places of the
 * last.
 */
const VM_COLUMNS = [15, 20, 15, 13, 10, 10];
const PART_COLUMNS = [15, 20, 60];

/**
 * The subnets with the machines in them, the gateway with what it forwards, and the firewall. @param width of a
 * subnet's box
 */
export function networkLines(records: StackRecords, width: number): string[] {
  const { subnets, gateway, group } = records;
  const rules = group.rules.filter(({ system_managed }) => !system_managed).map(ruleText);
  return [
    ...Object.values(subnets).flatMap(({ subnet_id, name, cidr }) =>
      box(`${name} · subnet ${cidr}`, machineLines(records, subnet_id), width),
    ),
    columns(GATEWAY_COLUMNS, [gateway.public_ip ?? "no address", `⇄ ${gateway.name}`, forwardsText(records)]),
    columns(GATEWAY_COLUMNS, ["firewall", `▒ ${group.name}`, rules.join("   ")]),
  ];
}

function machineLines(records: StackRecords, subnetId: string): string[] {
  const inside = new Set(records.nodes.filter(({ subnet_id }) => subnet_id === subnetId).map(({ vm_id }) => vm_id));
  return Object.values(records.vms)
    .filter(({ id }) => inside.has(id))
    .flatMap((vm) => [
      columns(VM_COLUMNS, [
        vm.private_ip ?? "",
        `${mark(vm.status)} ${vm.name}`,
        vm.public_ip ?? "",
        vm.plan_name ?? "",
        vm.status,
        vm.tags.join(" "),
      ]),
      ...volumeLines(records, vm.id),
      ...recoveryLines(records, vm.id),
    ]);
}

function volumeLines({ volumes }: StackRecords, vmId: string): string[] {
  return Object.values(volumes)
    .filter(({ attached_vm_id }) => attached_vm_id === vmId)
    .map(({ name, device_path, size_gb, type }) =>
      columns(VM_COLUMNS, ["", `  └ ${name}`, device_path ?? "", `${size_gb} GB ${type}`]),
    );
}

function recoveryLines({ snapshot, policy }: StackRecords, vmId: string): string[] {
  const { schedule, retention_days } = policy;
  const at = [schedule.hour, schedule.minute].map((part) => String(part).padStart(2, "0")).join(":");
  return [
    ...(snapshot.vm_id === vmId ? [columns(PART_COLUMNS, ["", "  ◷ snapshot", snapshot.name])] : []),
    ...(policy.vm_id === vmId
      ? [
          columns(PART_COLUMNS, [
            "",
            "  ↻ backups",
            `${schedule.frequency} at ${at} ${schedule.timezone}, kept ${retention_days} days`,
          ]),
        ]
      : []),
  ];
}

function forwardsText({ forwards, vms }: StackRecords): string {
  const names = new Map(Object.values(vms).map(({ id, name }) => [id, name]));
  const texts = Object.values(forwards).map(({ protocol, public_port, vm_id, private_port }) => {
    return `${protocol} :${public_port} → ${names.get(vm_id) ?? vm_id}:${private_port}`;
  });
  return texts.join("   ");
}

function ruleText({
  action,
  protocol,
  port_start,
  port_end,
  remote_targets,
}: StackRecords["group"]["rules"][number]): string {
  const last = port_end === null || port_end === port_start ? "" : `-${port_end}`;
  const ports = port_start === null ? "" : ` :${port_start}${last}`;
  const remotes = remote_targets.filter((target) => target !== "0.0.0.0/0").join(", ");
  return `${action === "allow" ? "✓" : "✗"} ${protocol}${ports}${remotes === "" ? "" : ` from ${remotes}`}`;
}
