import { setTimeout as sleep } from "node:timers/promises";
import { pathOf } from "@fulmar/providers";
import { operationsEnded } from "@fulmar/testkit/stack";
import type { Place } from "../place.ts";
import type { SiteInside, SiteServer } from "./server.ts";
import { answersPing } from "./visitor.ts";

const TIMES = 5;
/** The target of the row _Real site: VM create to answering on its network_ (quality: speed). */
const TARGET = 1.3;

/**
 * Measures from the 202 of a create to the first answered ping, alternating with the same by the server's own client.
 * @returns whether the ratio of the medians is within the target
 */
export async function timed({ rest, small }: Place, inside: SiteInside, server: SiteServer): Promise<boolean> {
  const ours: number[] = [];
  const byHand: number[] = [];
  const config = { "ipv4.address": "10.63.255.1/24", "ipv6.address": "none" };
  await inside.client.change("POST", "/networks", { name: BY_HAND, type: "bridge", config }, inside.signal);
  for (let turn = 0; turn < TIMES; turn++) {
    byHand.push(await makeByHand(inside, server, `by-hand-${turn}`));
    const accepted = await rest.ask("cloudVm.create", { ...small, name: `timed-${turn}` });
    const begun = performance.now();
    await answered(
      async () =>
        (await rest.ask("cloudVm.get", { vm_id: accepted.vm_id })).private_ip ??
        (await inside.addressOf(accepted.vm_id)),
    );
    ours.push(performance.now() - begun);
    await operationsEnded(rest, [accepted]);
    await operationsEnded(rest, [await rest.ask("cloudVm.delete", { vm_id: accepted.vm_id })]);
  }
  await inside.client.remove(pathOf("networks", BY_HAND), inside.signal);
  const ratio = median(ours) / median(byHand);
  const seconds = (values: readonly number[]) => values.map((value) => (value / 1000).toFixed(2)).join(" ");
  console.log(
    `          by REST, s:  ${seconds(ours)}\n          by hand, s:  ${seconds(byHand)}\n` +
      `          ratio of the medians ${ratio.toFixed(2)}, target ${TARGET}`,
  );
  return ratio <= TARGET;
}

/** An open network, because the site's own drops traffic of instances that the site did not make. */
const BY_HAND = "byhand0";

/** Creates and starts an instance with the same limits by two requests, in a network beside the site's. */
async function makeByHand(inside: SiteInside, { pool }: SiteServer, name: string): Promise<number> {
  const { client, signal } = inside;
  const devices = {
    root: { type: "disk", path: "/", pool, size: "20GiB" },
    eth0: { type: "nic", name: "eth0", network: BY_HAND },
  };
  const begun = performance.now();
  const config = { "limits.cpu": "1", "limits.memory": "1024MiB", "security.idmap.isolated": "true" };
  await client.change(
    "POST",
    "/instances",
    { name, type: "container", profiles: [], source: { type: "image", alias: "debian-12" }, config, devices },
    signal,
  );
  await client.change("PUT", pathOf("instances", name, "state"), { action: "start" }, signal);
  await answered(() => inside.addressOf(name));
  const took = performance.now() - begun;
  await client.change("PUT", pathOf("instances", name, "state"), { action: "stop", force: true }, signal);
  await client.remove(pathOf("instances", name), signal);
  return took;
}

async function answered(address: () => Promise<string | undefined>): Promise<void> {
  for (;;) {
    const known = await address();
    if (known !== undefined && (await answersPing(known))) return;
    await sleep(20);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
