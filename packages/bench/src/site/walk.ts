import type { Acceptance } from "@fulmar/contract";
import { operationsEnded, type Rest, until } from "@fulmar/testkit/stack";
import { makeMachines, makeNetwork, type Network, removeAll } from "../machines-in-network.ts";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import { must, timedStep } from "../story.ts";
import { balanced } from "./balanced.ts";
import type { Cdn } from "./cdn.ts";
import { distributed } from "./distributed.ts";
import { startEdge } from "./edge-here.ts";
import { guarded } from "./guarded.ts";
import { imported } from "./imported.ts";
import { seenWithin } from "./seen-within.ts";
import type { SiteInside, SiteServer } from "./server.ts";
import { terminal } from "./terminal.ts";
import { undone } from "./undone.ts";
import { answersPing, type Visitor } from "./visitor.ts";
import { withGpu } from "./with-gpu.ts";

const HELLO = "hello from a real machine\n";
const HTTP = { protocol: "tcp", port_start: 80, port_end: 80 } as const;
const [PUBLIC_PORT, WEB_PORT] = [8080, 80];

/**
 * Runs the life of two VMs and everything around them by REST alone, and checks it from the users' side.
 * @param limitMs how long a firewall rule or a purge may take to be seen; without it the walk waits and prints how long it
 * took
 */
export async function walk(
  product: Product,
  place: Place,
  inside: SiteInside,
  {
    visitor,
    cdn,
    server,
    storePort,
    limitMs = Number.POSITIVE_INFINITY,
  }: { visitor: Visitor; cdn: Cdn | undefined; server: SiteServer; storePort: number; limitMs?: number },
): Promise<void> {
  const { rest } = place;
  await product.startObjectStore(storePort);
  const network = await timedStep("a VPC, a subnet, a firewall group, a public address", () =>
    makeNetwork(place, "walk"),
  );
  const { web, db } = await timedStep("two machines that run", () => makeMachines(place, network));
  await timedStep("ping from one to the other, and from the host", async () => {
    const [here, there] = [await addressOf(rest, web), await addressOf(rest, db)];
    await until(
      "an answer from the other machine",
      () => inside.run(web, "ping", "-c", "1", "-W", "1", there),
      (code) => code === 0,
    );
    await until("an answer to the host", () => answersPing(here), Boolean);
  });
  await timedStep("what a machine wrote to its console", () =>
    until(
      "a service that is started, on the console",
      () => rest.ask("cloudVm.consoleLog", { vm_id: web }),
      ({ log }) => /Started .*ssh/.test(log),
    ),
  );
  await timedStep("terminals of a machine", () => terminal(rest, db));
  await timedStep("HTTP through a port forward, cut by the firewall and let through again", () =>
    forwardAndFilter(rest, { ...network, vm_id: web }, { inside, visitor, ruleLimitMs: limitMs }),
  );
  const edge = await startEdge(product, place, cdn);
  try {
    await timedStep("a load balancer in the VPC, with a certificate, while a machine and the agent die", () =>
      balanced({ product, place, network, inside, visitor, edge }, { web, db }),
    );
    if (cdn !== undefined)
      await timedStep("a distribution of a bucket, by signed URL and custom domain, purged", () =>
        distributed({ product, place, visitor, cdn, limitMs }),
      );
  } finally {
    await edge.leave();
  }
  await timedStep("a machine does not reach its host, metadata or the machines of others", () =>
    guarded(place, web, inside, visitor),
  );
  await timedStep("a volume with a file, attached here, then there", () => moveVolume(place, web, db, inside));
  await timedStep("a machine and its volume deleted, and restored with the same checksums", () =>
    undone(place, product, db, inside),
  );
  await timedStep("an archive uploaded twice, and a machine made of it", () =>
    imported({ product, place, inside, server }),
  );
  await timedStep("a snapshot, a change, and back", () => snapshotAndBack(rest, db, inside));
  await timedStep("more memory, off, on", () => resizeAndSwitch(place, db));
  await timedStep("a machine with the only GPU of the site, which another one does not get", () =>
    withGpu(place, product, inside),
  );
  await timedStep("everything deleted", () => removeAll(rest, network, [web, db]));
}

async function addressOf(rest: Rest, vm_id: string): Promise<string> {
  const { private_ip } = await rest.ask("cloudVm.get", { vm_id });
  return private_ip ?? "no address";
}

async function forwardAndFilter(
  rest: Rest,
  { vpc_id, nat_gateway_id, firewall_group_id, address, vm_id }: Network & { readonly vm_id: string },
  {
    inside,
    visitor,
    ruleLimitMs,
  }: { readonly inside: SiteInside; readonly visitor: Visitor; readonly ruleLimitMs: number },
): Promise<void> {
  const serve = `mkdir -p /srv && printf '${HELLO.trim()}\\n' > /srv/index.html && busybox httpd -p ${WEB_PORT} -h /srv`;
  must((await inside.run(vm_id, "sh", "-c", serve)) === 0, "the machine serves a page");
  await rest.ask("portForward.create", {
    vpc_id,
    nat_gateway_id,
    protocol: "tcp",
    public_port: PUBLIC_PORT,
    vm_id,
    private_port: WEB_PORT,
  });
  const page = () => visitor.visit(`http://${address}:${PUBLIC_PORT}/`);
  const { rule_id } = await rest.ask("firewallRule.create", { firewall_group_id, ...HTTP });
  await until("the page to be seen", page, (text) => text === HELLO);
  await rest.ask("firewallRule.delete", { firewall_group_id, rule_id });
  await seenWithin(ruleLimitMs, "the rule that cuts it", page, (text) => text === null);
  await rest.ask("firewallRule.create", { firewall_group_id, ...HTTP });
  await seenWithin(ruleLimitMs, "the rule that restores it", page, (text) => text === HELLO);
}

async function moveVolume({ rest, siteId }: Place, web: string, db: string, inside: SiteInside): Promise<void> {
  const { volume_id } = await rest.ask("volume.create", { name: "notes", size_gb: 1, site_id: siteId, type: "ssd" });
  const attach = async (vm_id: string) => {
    await operationsEnded(rest, [await rest.ask("cloudVm.attachVolume", { vm_id, volume_id })]);
    const { device_path } = await rest.ask("volume.get", { volume_id });
    return `/mnt/${device_path?.split("/").at(-1)}/note`;
  };
  await until(
    "the volume",
    () => rest.ask("volume.get", { volume_id, wait: 10 }),
    ({ status }) => status === "available",
  );
  const here = await attach(web);
  must((await inside.run(web, "sh", "-c", `printf kept > ${here}`)) === 0, "the machine writes to its volume");
  await operationsEnded(rest, [await rest.ask("cloudVm.detachVolume", { vm_id: web, volume_id })]);
  const there = await attach(db);
  must((await inside.file(db, there)) === "kept", "the file goes with the volume");
  await operationsEnded(rest, [await rest.ask("cloudVm.detachVolume", { vm_id: db, volume_id })]);
  await rest.ask("volume.delete", { volume_id });
}

async function snapshotAndBack(rest: Rest, vm_id: string, inside: SiteInside): Promise<void> {
  await inside.run(vm_id, "sh", "-c", "printf before > /root/state");
  await operationsEnded(rest, [await rest.ask("snapshot.create", { vm_id, name: "before" })]);
  await inside.run(vm_id, "sh", "-c", "printf after > /root/state");
  const { snapshots } = await rest.ask("snapshot.list", { vm_id });
  const snapshot_set_id = snapshots[0]?.snapshot_set_id ?? "";
  await operationsEnded(rest, [await rest.ask("snapshot.restore", { vm_id, snapshot_set_id })]);
  must((await inside.file(vm_id, "/root/state")) === "before", "the disk is as it was at the snapshot");
}

async function resizeAndSwitch({ rest, siteId, small }: Place, vm_id: string): Promise<void> {
  const plans = await rest.ask("plan.list", { type: "cloud", site_id: siteId });
  const now = plans.find(({ plan_id }) => plan_id === small.plan_id);
  const larger = plans.find(
    ({ available, ram_mb, disk_gb }) => available && ram_mb > (now?.ram_mb ?? 0) && disk_gb >= (now?.disk_gb ?? 0),
  );
  must(larger !== undefined, "the site has room for a larger plan");
  const done = async (accepted: Promise<Pick<Acceptance, "operation_id">>) => operationsEnded(rest, [await accepted]);
  await done(rest.ask("cloudVm.resizePlan", { vm_id, plan_id: larger.plan_id }));
  await done(rest.ask("cloudVm.stop", { vm_id }));
  await done(rest.ask("cloudVm.start", { vm_id }));
  const address = await addressOf(rest, vm_id);
  await until("an answer after the start", () => answersPing(address), Boolean);
}
