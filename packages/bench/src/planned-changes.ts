import { randomUUID } from "node:crypto";
import type { OperationId } from "@fulmar/contract";
import { until } from "@fulmar/testkit/stack";
import type { Bench } from "./bench-site.ts";
import { endOf, type Product } from "./product.ts";

export type Input = Readonly<Record<string, unknown>>;

/** An operation, and what gives an input for it that was not used before. */
interface PlannedChange {
  readonly what: string;
  readonly id: OperationId;
  readonly next: () => Promise<Input> | Input;
}

/** So many resources are made of each kind that a change uses up. */
const ENOUGH = 40;

/** Representative changes. What they need is made by a worker, which has ended before they are measured. */
export async function plannedChanges(
  product: Product,
  {
    siteId: site_id,
    vmBody,
    make,
  }: Pick<Bench, "siteId" | "vmBody"> & { readonly make: (id: OperationId, input: Input) => Promise<Input> },
): Promise<PlannedChange[]> {
  const name = () => `planned-${randomUUID().slice(0, 18)}`;
  const worker = product.startWorker();
  const underWay = `SELECT count(*)::int AS n FROM operation
                     WHERE status NOT IN ('succeeded', 'failed', 'cancelled', 'timed_out')`;
  const settled = () =>
    until(
      "all operations to end",
      async () => (await product.database.pool.query(underWay)).rows[0]?.n,
      (left) => left === 0,
    );
  const many = async (work: () => Promise<unknown>) => {
    const made: unknown[] = [];
    for (let number = 0; number < ENOUGH; number++) made.push(await work());
    await settled();
    return made.map(String);
  };
  const vm = async () => (await make("cloudVm.create", { ...vmBody, site_id, name: name() })).vm_id;
  const running = await many(vm);
  const stopped = await many(vm);
  for (const vm_id of stopped) await make("cloudVm.stop", { vm_id });
  await settled();
  const volumes = await many(
    async () => (await make("volume.create", { name: name(), size_gb: 10, site_id })).volume_id,
  );
  await endOf(worker);

  const { vpc_id } = await make("vpc.create", { name: name(), site_id, cidr: "10.60.0.0/16" });
  const { subnet_id } = await make("subnet.create", { vpc_id, name: name(), cidr: "10.60.1.0/24" });
  const { firewall_group_id } = await make("firewallGroup.create", { name: name() });
  const { rule_id } = await make("firewallRule.create", { firewall_group_id, port_start: 443 });
  const next = (ids: string[], field: string) => () => {
    const id = ids.pop();
    if (id === undefined) throw new Error(`there are not enough resources for ${field}`);
    return { [field]: id };
  };
  const stoppedVm = next(stopped, "vm_id");
  let port = 1_000;
  return [
    { what: "Create a VM", id: "cloudVm.create", next: () => ({ ...vmBody, site_id, name: name() }) },
    {
      what: "Resize a VM",
      id: "cloudVm.resizePlan",
      next: () => ({ ...stoppedVm(), plan_id: "plan-medium" }),
    },
    { what: "Delete a VM", id: "cloudVm.delete", next: next(running, "vm_id") },
    { what: "Delete a volume", id: "volume.delete", next: next(volumes, "volume_id") },
    { what: "Delete a VPC that is in use (refused)", id: "vpc.delete", next: () => ({ vpc_id }) },
    {
      what: "Change a firewall rule",
      id: "firewallRule.update",
      next: () => ({ firewall_group_id, rule_id, port_start: ++port }),
    },
    {
      what: "Create a load balancer",
      id: "loadBalancer.create",
      next: () => ({ name: name(), site_id, vpc_id, subnet_id }),
    },
    {
      what: "Delete a bucket",
      id: "bucket.delete",
      async next() {
        const { name: bucket_name } = await make("bucket.create", { name: name(), region: "eu-central-1" });
        return { bucket_name };
      },
    },
  ];
}
