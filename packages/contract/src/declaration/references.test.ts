import { expect, test } from "vitest";
import { z } from "zod";
import { publicCatalog } from "../catalog.ts";
import { RESOURCE_TYPES, resourceOf } from "../resources.ts";
import type { Operation } from "./operation.ts";
import { SCOPE_REACH, type Scope } from "./scopes.ts";

/**
 * Fields that name a resource of another family and need no scope of it: they place or connect it, and hand out
 * nothing of what it contains (docs/adr/0033). Whoever adds another field that names one gives it a `reference`, or
 * adds it here.
 */
const NAMED_ONLY = [
  // A VM's place in a network. The specification has one scope for each of these.
  ...["cloudVm.create", "gpuVm.create"].flatMap((id) =>
    ["vpc_id", "subnet_id", "reserved_ip_id", "firewall_group_ids"].map((field) => `${id} ${field}`),
  ),
  ...["workspaceBackup.createVm", "workspaceSnapshot.createVm", "backupCopy.createVm"].flatMap((id) =>
    ["vpc_id", "subnet_id", "firewall_group_ids"].map((field) => `${id} ${field}`),
  ),
  "cloudVm.update firewall_group_ids",
  "gpuVm.update firewall_group_ids",
  "vpcNode.attach vm_id",
  "firewallInstance.link vm_id",
  "firewallInstance.unlink vm_id",
  "portForward.create vm_id",
  "reservedIp.attach vm_id",
  "reservedIp.move vm_id",
  "vmNetwork.get vm_id",
  // As of the VMs that a group makes.
  "vmGroup.create vpc_id",
  "vmGroup.create subnet_id",
  "vmGroup.create firewall_group_ids",
  // It is sent together with the balancer, which needs the scope.
  "vmGroup.create pool_id",
  "vmGroup.setTemplate vpc_id",
  "vmGroup.setTemplate subnet_id",
  "vmGroup.setTemplate firewall_group_ids",
  // A balancer's place in a network.
  "loadBalancer.create vpc_id",
  "loadBalancer.create subnet_id",
  "loadBalancer.create reserved_ip_id",
  "reservedIp.attach load_balancer_id",
  "reservedIp.move load_balancer_id",
  // Whoever uses the VM gets the disk, and not who names the VM.
  "volume.attach vm_id",
  "cloudVm.detachVolume volume_id",
  "gpuVm.detachVolume volume_id",
  // Disks that the VM has anyhow.
  "snapshot.create volume_ids",
  "snapshot.restore volume_ids",
  "backup.restore volume_ids",
  "gpuSnapshot.create volume_ids",
  "gpuSnapshot.restore volume_ids",
  "gpuBackup.restore volume_ids",
];

/** The read scope of the resources that a field of this name names, by the parameters of paths. */
const SCOPE_OF_NAME: ReadonlyMap<string, Scope> = new Map([
  ...RESOURCE_TYPES.flatMap((type): [string, Scope][] => {
    const { parameter, prefix, scope } = resourceOf(type);
    return parameter === null || prefix === null || scope === null ? [] : [[parameter, scope]];
  }).toReversed(),
  ["origin_id", "object-storage.read"],
]);

const operations = publicCatalog as readonly unknown[] as readonly Operation[];

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

/** The fields of a body, as references write them. */
function fieldsOf(body: z.ZodType): string[] {
  const root = z.toJSONSchema(body, { io: "input" }) as Schema & { readonly $defs?: Readonly<Record<string, Schema>> };
  const within = (schema: Schema, path: string): string[] => {
    const { properties = {}, items, anyOf = [] } = schema.$ref === undefined ? schema : definitionOf(schema.$ref);
    return [
      ...Object.entries(properties).flatMap(([name, field]) => {
        const at = path === "" ? name : `${path}.${name}`;
        return [at, ...within(field, at)];
      }),
      ...(items === undefined ? [] : within(items, `${path}[]`)),
      ...anyOf.flatMap((each) => within(each, path)),
    ];
  };
  const definitionOf = (reference: string) => root.$defs?.[reference.replace("#/$defs/", "")] ?? {};
  return within(root, "");
}

function familyOf(scope: Scope | null): string {
  return scope?.replace(/\..*/, "") ?? "";
}

/** Whether a field is the other, or one of its fields. */
function isWithin(field: string, other: string): boolean {
  const [inner, outer] = [field, other].map((path) => `${path.replaceAll("[]", "")}.`);
  return inner?.startsWith(outer ?? "") ?? false;
}

test("what a scope reaches beyond its family is told where scopes are chosen", () => {
  const reaching = operations.filter(
    ({ id, references }) =>
      references.some(({ strict = false }) => strict) || NAMED_ONLY.some((name) => name.startsWith(`${id} `)),
  );
  const scopes = reaching.flatMap(({ safe, scope }) => (safe || scope === null ? [] : [scope]));
  expect(new Set(Object.keys(SCOPE_REACH))).toEqual(new Set(scopes));
  for (const { id, scope, references } of operations)
    for (const { scope: needed, strict = false } of references)
      if (strict && scope !== null) expect(SCOPE_REACH[scope]?.strict, id).toBe(needed);
});

test("each field that names a resource of another family needs its scope, or is known to hand out nothing of it", () => {
  const named = operations.flatMap((operation) => {
    const { id, scope, params, body, references } = operation;
    return [...Object.keys(params.shape), ...new Set(fieldsOf(body))]
      .filter((field) => {
        const last = field.slice(field.lastIndexOf(".") + 1);
        const needed = SCOPE_OF_NAME.get(last) ?? SCOPE_OF_NAME.get(last.replace(/s$/, ""));
        if (needed === undefined || familyOf(needed) === familyOf(scope) || scope === null) return false;
        return !references.some((reference) => reference.scope === needed && isWithin(field, reference.field));
      })
      .map((field) => `${id} ${field}`);
  });
  expect(new Set(named)).toEqual(new Set(NAMED_ONLY));
});
