import type { StackIds } from "./blueprint.ts";
import type { Rest } from "./rest.ts";
import { operationsEnded } from "./settle.ts";

/**
 * Destroys a stack by one request for each part, all sent at once, each only once, in random order. Dependent parts go
 * with their owner: snapshots and backups with their VM, domains with their distribution.
 * @throws Error with every answer that was not a success, and the order
 */
export async function destroy(rest: Rest, ids: StackIds): Promise<void> {
  const deletions = shuffled([...deletionsOfNetwork(rest, ids), ...deletionsOfTheRest(rest, ids)]);
  const answers = await Promise.allSettled(deletions.map(({ send }) => send()));
  const refusals = answers.filter((answer) => answer.status === "rejected").map(({ reason }) => String(reason));
  if (refusals.length > 0)
    throw new Error(`${refusals.join("\n")}\nsent in this order: ${deletions.map(({ what }) => what).join(", ")}`);
  const accepted = answers.flatMap((answer) =>
    answer.status === "fulfilled" && answer.value !== undefined ? [answer.value] : [],
  );
  await operationsEnded(rest, accepted);
}

interface Deletion {
  readonly what: string;
  /** Sends the request. Returns the operation, if there is one to wait for. */
  readonly send: () => Promise<{ readonly operation_id: string } | undefined>;
}

function deletionsOfNetwork(
  rest: Rest,
  { vpc_id, subnets, nat_gateway_id, forwards, reserved_ip_id, firewall_group_id }: StackIds,
): Deletion[] {
  return [
    deletion("vpc", () => rest.ask("vpc.delete", { vpc_id })),
    ...Object.values(subnets).map((subnet_id) =>
      deletion("subnet", () => rest.ask("subnet.delete", { vpc_id, subnet_id })),
    ),
    deletion("gateway", () => rest.ask("natGateway.delete", { vpc_id, nat_gateway_id })),
    ...Object.values(forwards).map((port_forward_id) =>
      deletion("forward", () => rest.ask("portForward.delete", { vpc_id, nat_gateway_id, port_forward_id })),
    ),
    deletion("reserved IP", () => rest.ask("reservedIp.delete", { reserved_ip_id })),
    deletion("firewall group", () => rest.ask("firewallGroup.delete", { firewall_group_id })),
  ];
}

function deletionsOfTheRest(rest: Rest, ids: StackIds): Deletion[] {
  const { load_balancer_id, bucket_name, access_key_id, distribution_id, store_id } = ids;
  return [
    ...Object.values(ids.vms).map((vm_id) => ({ what: "VM", send: () => rest.ask("cloudVm.delete", { vm_id }) })),
    ...Object.values(ids.volumes).map((volume_id) =>
      deletion("volume", () => rest.ask("volume.delete", { volume_id })),
    ),
    deletion("balancer", () => rest.ask("loadBalancer.delete", { load_balancer_id })),
    deletion("distribution", () => rest.ask("cdnDistribution.delete", { distribution_id })),
    deletion("bucket", () => rest.ask("bucket.delete", { bucket_name })),
    deletion("access key", () => rest.ask("accessKey.delete", { access_key_id })),
    ...Object.values(ids.secrets).map((secret_id) =>
      deletion("secret", () => rest.ask("secret.delete", { store_id, secret_id, destroy: true })),
    ),
    deletion("store", () => rest.ask("secretStore.delete", { store_id, destroy: true })),
  ];
}

function deletion(what: string, request: () => Promise<unknown>): Deletion {
  return {
    what,
    async send() {
      await request();
      return undefined;
    },
  };
}

/** Fisher–Yates shuffle: every order is equally likely. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(Math.floor(Math.random() * rest.length), 1));
}
