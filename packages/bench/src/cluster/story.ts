import { setTimeout as sleep } from "node:timers/promises";
import type { OperatorClient } from "@fulmar/sdk";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import type { SiteInside } from "../site/server.ts";
import type { Cluster } from "./cluster.ts";

/** What each part of the story needs. */
export interface Story {
  readonly product: Product;
  readonly place: Place;
  readonly operator: OperatorClient;
  readonly inside: SiteInside;
  readonly cluster: Cluster;
}

/** How many VMs each host has, by its name, as the server itself tells. */
export async function spreadOf({ inside }: Story, vms: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const places = await Promise.all(vms.map((vm) => inside.locationOf(vm)));
  const on = new Map<string, number>();
  for (const place of places.map(String).toSorted((a, b) => (a < b ? -1 : 1))) on.set(place, (on.get(place) ?? 0) + 1);
  return on;
}

/** Prints it. */
export async function sayWhere(story: Story, vms: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const on = await spreadOf(story, vms);
  console.log(`          on the hosts: ${[...on].map(([host, count]) => `${host} ${count}`).join(", ")}`);
  return on;
}

export async function hostNamed({ operator, place }: Story, name: string): Promise<Host> {
  const host = (await operator.operatorHost.list({ site_id: place.siteId })).find((one) => one.name === name);
  if (host === undefined) throw new Error(`The site has no host ${name}.`);
  return host;
}

type Host = Awaited<ReturnType<OperatorClient["operatorHost"]["get"]>>;

/** Three hosts with their machines share one here, on which others may work, too. */
const PATIENCE_MS = 900_000;

/** Waits for an answer. @throws Error after a quarter of an hour, with the last one */
export async function eventually<Answer>(
  what: string,
  ask: () => Promise<Answer>,
  holds: (answer: Answer) => boolean,
): Promise<Answer> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(200)) {
    const answer = await ask();
    if (holds(answer)) return answer;
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}: ${JSON.stringify(answer)}`);
  }
}

/** Waits for what the site says of a host. */
export function untilHost(story: Story, name: string, holds: (host: Host) => boolean): Promise<Host> {
  return eventually(`the host ${name}`, () => hostNamed(story, name), holds);
}

const ENDED: ReadonlySet<string> = new Set(["succeeded", "failed", "cancelled", "timed_out"]);

/** Waits for operations of VMs to end. @throws Error unless all of them succeed */
export async function carriedOut({ place: { rest } }: Story, all: readonly { readonly operation_id: string }[]) {
  for (const { operation_id } of all) {
    const held = () => rest.ask("operation.get", { operation_id, wait: 20 });
    const ended = await eventually(`the operation ${operation_id}`, held, ({ status }) => ENDED.has(status));
    if (ended.status !== "succeeded")
      throw new Error(
        `The ${ended.action} of ${ended.vm_id} ${ended.status}: ${ended.error_code} ${ended.error_message}`,
      );
  }
}

export async function deleteAll(story: Story, vms: readonly string[]): Promise<void> {
  const { rest } = story.place;
  await carriedOut(story, await Promise.all(vms.map((vm_id) => rest.ask("cloudVm.delete", { vm_id }))));
}

export function untilRunning({ place: { rest } }: Story, vms: readonly string[]) {
  return Promise.all(
    vms.map((vm_id) =>
      eventually(
        `the VM ${vm_id}`,
        () => rest.ask("cloudVm.get", { vm_id }),
        ({ status }) => status === "running",
      ),
    ),
  );
}
