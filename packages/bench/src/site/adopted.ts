import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { pathOf } from "@fulmar/providers";
import { operationsEnded, until } from "@fulmar/testkit/stack";
import { z } from "zod";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import { fulmar, must } from "../story.ts";
import type { SiteInside, SiteServer } from "./server.ts";
import { answersPing } from "./visitor.ts";

/** A network of the operator's: the site's own drops traffic of machines that are not Fulmar's. */
const NETWORK = { name: "legacy0", address: "10.62.255.1/24" };
const [MACHINE, VOLUME, FOLDER] = ["legacy", "legacy-notes", "/srv/notes"];

const Strangers = z.object({
  machines: z.array(z.object({ name: z.string(), status: z.string(), obstacles: z.string().nullable() }).loose()),
  volumes: z.array(z.object({ name: z.string(), attached_to: z.string().nullable() }).loose()),
});
const Adopted = z.object({ vm_id: z.string().nullable(), plan_id: z.string(), addresses: z.array(z.string()) });
const Released = z.object({ machine: z.string().nullable(), volumes: z.array(z.string()) });

/** The parts of the story that act on the site from outside the API. */
export interface Stage {
  readonly product: Product;
  readonly place: Place;
  readonly inside: SiteInside;
  readonly server: SiteServer;
  readonly project: string;
}

/**
 * A machine that was made with `lxc launch`, with files, a volume and a process, is adopted, used as a VM, released,
 * and adopted again. Then a VM that Fulmar created is released. Their processes run on while they change hands.
 */
export async function adopted(stage: Stage): Promise<void> {
  await launch(stage);
  await handmade(stage);
  await stage.inside.client.remove(pathOf("networks", NETWORK.name), stage.inside.signal);
  await created(stage);
}

async function handmade({ product, place: { rest, siteId }, inside }: Stage): Promise<void> {
  const before = await lasting(inside, MACHINE);
  console.log(indented(before));
  const listed = await strangersAt(product, siteId);
  must(
    listed.machines.some(
      ({ name, status, obstacles }) => name === MACHINE && status === "running" && obstacles === null,
    ),
    "the machine is listed as one that can be adopted",
  );
  const adopt = async (...more: readonly string[]) => {
    const whose = ["--machine", MACHINE, "--workspace", String(product.workspaceId), "--name", "Legacy"];
    return Adopted.parse(await fulmar(product, "admin", "site", "adopt", "--site", siteId, ...whose, ...more));
  };
  const planned = await adopt("--dry-run");
  must(planned.vm_id === null, "a dry run adopts nothing");
  const first = (await adopt()).vm_id ?? "";
  must((await lasting(inside, MACHINE)) === before, "the adopted machine runs on: the same processes, the same files");
  const vm = await rest.ask("cloudVm.get", { vm_id: first });
  must(vm.status === "running" && vm.adopted_at !== null && vm.volume_ids.length === 1, "the API shows it as a VM");
  console.log(`          adopted as ${first}: ${vm.plan_name}, ${vm.private_ip}, volumes ${vm.volume_ids.length}`);

  await operationsEnded(rest, [await rest.ask("cloudVm.stop", { vm_id: first })]);
  await operationsEnded(rest, [await rest.ask("cloudVm.start", { vm_id: first })]);
  await operationsEnded(rest, [await rest.ask("snapshot.create", { vm_id: first, name: "before" })]);
  await shell(inside, MACHINE, `printf changed > /root/notes && printf changed > ${FOLDER}/notes`);
  const { snapshots } = await rest.ask("snapshot.list", { vm_id: first });
  const snapshot_set_id = snapshots[0]?.snapshot_set_id ?? "";
  await operationsEnded(rest, [await rest.ask("snapshot.restore", { vm_id: first, snapshot_set_id })]);
  must((await sumsIn(inside, MACHINE)) === sumsOf(before), "stopped, started and restored, its files are as they were");
  await rest.ask("snapshot.delete", { vm_id: first, snapshot_set_id });

  await startProcess(inside, MACHINE);
  const running = await lasting(inside, MACHINE);
  const released = await release(product, first);
  must(released.machine === MACHINE && released.volumes.length === 1, "it is released under its own name");
  must((await lasting(inside, MACHINE)) === running, "the released machine runs on");
  const { machines, volumes } = await strangersAt(product, siteId);
  must(
    machines.some(({ name }) => name === MACHINE),
    "it is a stranger again",
  );
  must(
    volumes.some(({ name, attached_to }) => name === VOLUME && attached_to === MACHINE),
    "so is its volume",
  );

  const again = (await adopt()).vm_id ?? "";
  must(again !== first, "it is another VM now");
  must((await lasting(inside, MACHINE)) === running, "adopted again, it runs on");
  console.log(indented(running));
  const { volume_ids } = await rest.ask("cloudVm.get", { vm_id: again });
  await operationsEnded(rest, [await rest.ask("cloudVm.delete", { vm_id: again })]);
  for (const volume_id of volume_ids) await rest.ask("volume.delete", { volume_id });
  await until(
    "the volume to be gone",
    async () => (await strangersAt(product, siteId)).volumes.length,
    (count) => count === 0,
  );
}

/** A VM of Fulmar's own network keeps its address and its network when it is released. */
async function created({ product, place: { rest, small, siteId }, inside }: Stage): Promise<void> {
  const { vm_id, ...accepted } = await rest.ask("cloudVm.create", { ...small, name: "leaving" });
  await operationsEnded(rest, [accepted]);
  const { private_ip } = await rest.ask("cloudVm.get", { vm_id });
  const address = private_ip ?? "";
  await until("an answer of the VM", () => answersPing(address), Boolean);
  await shell(inside, vm_id, "printf mine > /root/notes");
  await startProcess(inside, vm_id);
  const process = await processOf(inside, vm_id);
  const { machine } = await release(product, vm_id);
  must(machine !== null, "the VM is released");
  // Another VM in the same network writes that network's filters anew.
  const other = await rest.ask("cloudVm.create", { ...small, name: "staying" });
  await operationsEnded(rest, [other]);
  must((await processOf(inside, vm_id)) === process, "the released VM runs on");
  must(await answersPing(address), "the released VM is reached at its address");
  const whose = ["--machine", machine, "--workspace", String(product.workspaceId), "--name", "leaving"];
  const again = Adopted.parse(await fulmar(product, "admin", "site", "adopt", "--site", siteId, ...whose));
  must((await processOf(inside, vm_id)) === process, "adopted again, it runs on");
  const vms = [again.vm_id ?? "", other.vm_id];
  await operationsEnded(rest, await Promise.all(vms.map((id) => rest.ask("cloudVm.delete", { vm_id: id }))));
}

const run = promisify(execFile);

/** Makes the machine with the server's own command. */
async function launch({ inside, server, project }: Stage): Promise<void> {
  const { client, signal } = inside;
  const config = { "ipv4.address": NETWORK.address, "ipv6.address": "none" };
  await client.change("POST", "/networks", { name: NETWORK.name, type: "bridge", config }, signal);
  const folder = mkdtempSync(join(tmpdir(), "fulmar-lxc-"));
  const env = { ...process.env, LXD_DIR: dirname(new URL(server.url).pathname), LXD_CONF: folder };
  const lxc = (...args: readonly string[]) => {
    const running = run("lxc", [...args, "--project", project], { env });
    // Without a terminal, it reads the machine's configuration from its input.
    running.child.stdin?.end();
    return running;
  };
  try {
    const limits = ["-c", "limits.cpu=1", "-c", "limits.memory=512MiB"];
    await lxc("launch", "debian-12", MACHINE, "-s", server.pool, "-n", NETWORK.name, ...limits);
    await lxc("config", "device", "set", MACHINE, "root", "size=4GiB");
    await lxc("storage", "volume", "create", server.pool, VOLUME, "size=1GiB");
    await lxc("storage", "volume", "attach", server.pool, VOLUME, MACHINE, FOLDER);
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const file of ["/root/notes", `${FOLDER}/notes`])
    await shell(inside, MACHINE, `head -c 1000000 /dev/urandom > ${file} && sync`);
  await startProcess(inside, MACHINE);
  await until("an address of the machine", () => inside.addressOf(MACHINE), Boolean);
}

async function strangersAt(product: Product, siteId: string) {
  return Strangers.parse(await fulmar(product, "admin", "site", "strangers", "--site", siteId));
}

async function release(product: Product, vmId: string) {
  return Released.parse(await fulmar(product, "admin", "site", "release", "--vm", vmId, "--yes"));
}

/** Not in /run: a machine that starts mounts an empty one over what was written there before. */
const [PROCESS, SEEN] = ["/root/process", "/root/seen"];

function startProcess(inside: SiteInside, name: string): Promise<void> {
  return shell(inside, name, `setsid sleep 1000000 >/dev/null 2>&1 </dev/null & echo $! > ${PROCESS}`);
}

/** A machine's run and its content: the starts of its first process and of ours, and the sums of its files. */
async function lasting(inside: SiteInside, name: string): Promise<string> {
  return `${await processOf(inside, name)}${await sumsIn(inside, name)}`;
}

async function processOf(inside: SiteInside, name: string): Promise<string> {
  const startOf = (pid: string) => `cut -d ' ' -f 22 /proc/${pid}/stat`;
  return seen(
    inside,
    name,
    `echo init $(${startOf("1")}), process $(cat ${PROCESS}) $(${startOf(`$(cat ${PROCESS})`)})`,
  );
}

function sumsIn(inside: SiteInside, name: string): Promise<string> {
  return seen(inside, name, `sha256sum /root/notes ${FOLDER}/notes`);
}

function sumsOf(text: string): string {
  return text.slice(text.indexOf("\n") + 1);
}

async function seen(inside: SiteInside, name: string, command: string): Promise<string> {
  await shell(inside, name, `(${command}) > ${SEEN}`);
  return (await inside.file(name, SEEN)) ?? "nothing";
}

async function shell(inside: SiteInside, name: string, command: string): Promise<void> {
  must((await inside.run(name, "sh", "-c", command)) === 0, `the machine ${name} runs: ${command}`);
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, "          ");
}
