import { deepStrictEqual } from "node:assert/strict";
import type { Blueprint, StackIds } from "./blueprint.ts";
import { configurationOf } from "./blueprint.ts";
import type { StackRecords } from "./read.ts";

/** Compares the records with the blueprint. @throws AssertionError that shows the difference */
export function verify(blueprint: Blueprint, ids: StackIds, records: StackRecords): void {
  verifyNetwork(blueprint, ids, records);
  verifyMachines(blueprint, ids, records);
  verifyBalancer(blueprint, ids, records);
  verifyWeb(blueprint, ids, records);
  requireAll(records.store, blueprint.store);
  eachOf(blueprint.secrets, ({ key, value, version }, name) => {
    requireAll(records.secrets[name], { key, version });
    requireAll(records.secretValues[name], { key, version, value });
  });
}

function verifyNetwork(blueprint: Blueprint, ids: StackIds, records: StackRecords): void {
  requireAll(records.vpc, blueprint.vpc);
  eachOf(blueprint.subnets, (subnet, name) =>
    requireAll(records.subnets[name], { ...subnet, vpc_id: ids.vpc_id, status: "available" }),
  );
  requireAll(records.gateway, { ...blueprint.gateway, status: "available" });
  deepStrictEqual(records.gateway.subnet_ids.toSorted(), Object.values(ids.subnets).toSorted());
  eachOf(blueprint.forwards, ({ vm, ...ports }, name) => {
    requireAll(records.forwards[name], { ...ports, vm_id: ids.vms[vm], private_ip: records.vms[vm].private_ip });
  });
  const { vm, body } = blueprint.reservedIp;
  requireAll(records.reservedIp, {
    ...body,
    status: "attached",
    attached_resource_type: "vm",
    attached_resource_id: ids.vms[vm],
  });
  requireAll(records.group, { ...blueprint.group, linked_instance_count: 3 });
  requireAll(
    records.group.rules.filter(({ system_managed }) => !system_managed),
    blueprint.rules,
  );
  deepStrictEqual(records.instances.map(({ vm_id }) => vm_id).toSorted(), Object.values(ids.vms).toSorted());
  deepStrictEqual(records.nodes.map(({ vm_id }) => vm_id).toSorted(), Object.values(ids.vms).toSorted());
}

function verifyMachines(blueprint: Blueprint, ids: StackIds, records: StackRecords): void {
  eachOf(blueprint.vms, ({ subnet, body }, name) => {
    const vm = records.vms[name];
    requireAll(vm, { ...body, status: "running", operation_id: null, firewall_group_ids: [ids.firewall_group_id] });
    const node = records.nodes.find(({ vm_id }) => vm_id === ids.vms[name]);
    requireAll(node, { subnet_id: ids.subnets[subnet], private_ip: vm.private_ip });
    deepStrictEqual(vm.public_ip, blueprint.reservedIp.vm === name ? records.reservedIp.address : null);
    const held = Object.values(records.volumes).filter(({ attached_vm_id }) => attached_vm_id === ids.vms[name]);
    deepStrictEqual(vm.volume_ids.toSorted(), held.map(({ volume_id }) => volume_id).toSorted());
  });
  eachOf(blueprint.volumes, ({ vm, body }, name) => {
    requireAll(records.volumes[name], { ...body, status: "in-use", attached_vm_id: ids.vms[vm] });
  });
  requireAll(records.snapshot, { ...blueprint.snapshot, vm_id: ids.vms.db, status: "succeeded" });
  requireAll(records.policy, { ...blueprint.backups, vm_id: ids.vms.db, enabled: true });
}

function verifyBalancer(blueprint: Blueprint, ids: StackIds, records: StackRecords): void {
  const { vpc_id, store_id } = ids;
  requireAll(records.balancer, {
    ...blueprint.balancer,
    vpc_id,
    subnet_id: ids.subnets.front,
    listener_count: 2,
    pool_count: 1,
  });
  requireAll(
    records.configuration,
    configurationOf(blueprint, ids.vms, { store_id, secret_id: ids.secrets.certificate }),
  );
  deepStrictEqual(
    records.health.pools.flatMap(({ targets }) => targets.map(({ vm_id, status }) => [vm_id, status])).toSorted(),
    Object.values(ids.vms)
      .map((id) => [id, "online"])
      .toSorted(),
  );
}

function verifyWeb(blueprint: Blueprint, ids: StackIds, records: StackRecords): void {
  const { tags: _, ...bucket } = blueprint.bucket;
  requireAll(records.bucket, bucket);
  requireAll(records.accessKey, { ...blueprint.accessKey, bucket_names: [ids.bucket_name] });
  const { domain } = blueprint;
  requireAll(records.distribution, {
    ...blueprint.distribution,
    origin_id: ids.bucket_name,
    status: "active",
    custom_domains: [domain],
  });
  requireAll(records.website, blueprint.website);
  requireAll(records.purge, { status: "succeeded", paths: ["/index.html", "/pictures/*"] });
  deepStrictEqual(
    records.domains.map((one) => one.domain),
    [domain],
  );
}

function eachOf<Key extends string, Part>(
  parts: Readonly<Record<Key, Part>>,
  check: (part: Part, key: Key) => void,
): void {
  for (const [key, part] of Object.entries<Part>(parts)) check(part, key as Key);
}

/**
 * Requires all wanted values. A record may have additional fields; a list must match exactly, in order. @throws
 * AssertionError that shows the difference
 */
function requireAll(record: unknown, wanted: unknown): void {
  deepStrictEqual(cut(record, wanted), wanted);
}

/** The record without fields that are not wanted. */
function cut(record: unknown, wanted: unknown): unknown {
  if (Array.isArray(record) && Array.isArray(wanted))
    return record.map((item, index) => (index < wanted.length ? cut(item, wanted[index]) : item));
  if (!isRecord(record) || !isRecord(wanted)) return record;
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, cut(record[key], wanted[key])]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
