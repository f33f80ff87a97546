import { setTimeout as sleep } from "node:timers/promises";
import type { OperatorClient } from "@fulmar/sdk";
import type { Place } from "./place.ts";

/** A site with several hosts, as its operator and its tenants reach it. */
export interface HostedSite {
  readonly place: Place;
  readonly operator: OperatorClient;
}

export type Host = Awaited<ReturnType<OperatorClient["operatorHost"]["get"]>>;

/** All hosts with their machines share one here, on which others may work, too. */
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

export async function hostNamed({ operator, place }: HostedSite, name: string): Promise<Host> {
  const host = (await operator.operatorHost.list({ site_id: place.siteId })).find((one) => one.name === name);
  if (host === undefined) throw new Error(`The site has no host ${name}.`);
  return host;
}

/** Waits for what the site says of a host. */
export function untilHost(site: HostedSite, name: string, holds: (host: Host) => boolean): Promise<Host> {
  return eventually(`the host ${name}`, () => hostNamed(site, name), holds);
}

/** Waits until the site tells so many hosts, all of them online, and prints them. */
export async function untilHosts({ operator, place }: HostedSite, count: number): Promise<Host[]> {
  const hosts = await eventually(
    "the hosts",
    () => operator.operatorHost.list({ site_id: place.siteId }),
    (all) => all.length === count && all.every(({ status }) => status === "online"),
  );
  for (const { name, cpus, ram_mb, shared_disks } of hosts)
    console.log(`          ${name}: ${cpus} CPUs, ${ram_mb} MB, ${shared_disks ? "shared disks" : "disks of its own"}`);
  return hosts;
}

const ENDED: ReadonlySet<string> = new Set(["succeeded", "failed", "cancelled", "timed_out"]);

/** Waits for operations of VMs to end. @throws Error unless all of them succeed */
export async function carriedOut(
  { place: { rest } }: Pick<HostedSite, "place">,
  all: readonly { readonly operation_id: string }[],
): Promise<void> {
  for (const { operation_id } of all) {
    const held = () => rest.ask("operation.get", { operation_id, wait: 20 });
    const ended = await eventually(`the operation ${operation_id}`, held, ({ status }) => ENDED.has(status));
    if (ended.status !== "succeeded")
      throw new Error(
        `The ${ended.action} of ${ended.vm_id} ${ended.status}: ${ended.error_code} ${ended.error_message}`,
      );
  }
}

export async function deleteAll(site: Pick<HostedSite, "place">, vms: readonly string[]): Promise<void> {
  const { rest } = site.place;
  await carriedOut(site, await Promise.all(vms.map((vm_id) => rest.ask("cloudVm.delete", { vm_id }))));
}

export function untilRunning({ place: { rest } }: Pick<HostedSite, "place">, vms: readonly string[]) {
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
