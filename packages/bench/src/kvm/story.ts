import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { LibvirtHost } from "@fulmar/testkit/libvirt";
import { z } from "zod";
import { carriedOut, eventually, type HostedSite } from "../hosts.ts";
import type { Product } from "../product.ts";
import { must } from "../story.ts";

/** What each part of the story needs. The hosts share their disks; networks lead out by the first one. */
export interface Story extends HostedSite {
  readonly product: Product;
  readonly hosts: readonly [LibvirtHost, LibvirtHost];
}

/** A machine with a public address. */
export interface Machine {
  readonly vmId: string;
  readonly name: string;
  readonly address: string;
}

/** Creates machines in parallel. */
export async function makeMachines(story: Story, names: readonly string[]): Promise<Machine[]> {
  const { rest, small } = story.place;
  const made = await Promise.all(names.map((name) => rest.ask("cloudVm.create", { ...small, name, public_ip: true })));
  await carriedOut(story, made);
  return Promise.all(made.map(({ vm_id }, index) => machineOf(story, vm_id, names[index] ?? "")));
}

async function machineOf({ place: { rest } }: Story, vmId: string, name: string): Promise<Machine> {
  const { public_ip: address } = await rest.ask("cloudVm.get", { vm_id: vmId });
  if (address === null) throw new Error(`${name} has no public address.`);
  return { vmId, name, address };
}

/** The machines that run on a host, as its libvirtd tells. */
export async function runningOn(host: LibvirtHost): Promise<string[]> {
  return (await host.run("virsh", "list", "--name")).split("\n").filter((name) => name !== "");
}

/** The hosts have no machine and the folder no file of one, as their operator sees it. */
export async function requireNothingLeft({ hosts }: Pick<Story, "hosts">, folder: string): Promise<void> {
  for (const host of hosts)
    must((await host.run("virsh", "list", "--all", "--name")).trim() === "", "no host has a machine");
  const left = (await readdir(folder)).filter((file) => file.startsWith("vm_"));
  must(left.length === 0, `the folder has no file of a machine: ${left.join(", ")}`);
}

/** Tells which boot of its kernel a machine is in. */
export async function bootOf(hosts: readonly LibvirtHost[], vmId: string): Promise<string> {
  for (const host of hosts) {
    if (!(await runningOn(host)).includes(vmId)) continue;
    return (await inGuest(host, vmId, "cat /proc/sys/kernel/random/boot_id")).trim();
  }
  throw new Error(`${vmId} runs on no host.`);
}

/** The boots of machines, each as soon as its agent answers. @throws Error with what the last agent said instead */
export async function bootsOnceUp(hosts: readonly LibvirtHost[], vmIds: readonly string[]): Promise<string[]> {
  const ask = () => Promise.all(vmIds.map((vmId) => bootOf(hosts, vmId)));
  const { boots } = await eventually(
    "the agents of the machines",
    () =>
      ask().then(
        (boots) => ({ boots, problem: null }),
        (error: unknown) => ({ boots: [], problem: String(error) }),
      ),
    ({ problem }) => problem === null,
  );
  return boots;
}

const Started = z.object({ return: z.object({ pid: z.int() }) });
const Ended = z.object({ return: z.object({ exited: z.boolean(), "out-data": z.base64().optional() }) });

/** Runs a shell's command in a guest by its agent. @returns what it printed */
export async function inGuest(host: LibvirtHost, vmId: string, command: string): Promise<string> {
  const ask = async (execute: string, given: object) =>
    JSON.parse(
      await host.run("virsh", "qemu-agent-command", vmId, JSON.stringify({ execute, arguments: given })),
    ) as unknown;
  const run = { path: "/bin/sh", arg: ["-c", command], "capture-output": true };
  const { pid } = Started.parse(await ask("guest-exec", run)).return;
  for (;;) {
    const { exited, "out-data": said = "" } = Ended.parse(await ask("guest-exec-status", { pid })).return;
    if (exited) return Buffer.from(said, "base64").toString();
  }
}

/** What a visitor's pings of a machine met. */
export interface Pinged {
  readonly machine: Machine;
  readonly sent: number;
  readonly lost: number;
  /** The longest time between two answers, in seconds. */
  readonly silentSeconds: number;
}

export const PAUSE_SECONDS = 0.1;

/** Pings machines from the first host, ten times a second, while the work goes on. */
export async function underPings(
  { hosts: [visitor] }: Pick<Story, "hosts">,
  machines: readonly Machine[],
  work: () => Promise<unknown>,
): Promise<Pinged[]> {
  const pings = await Promise.all(
    machines.map(async (machine) => {
      const file = join(visitor.folder, `ping-${randomUUID()}`);
      const command = `ping -n -D -i ${PAUSE_SECONDS} ${machine.address} > ${file} 2>&1 & echo $!`;
      return { machine, file, pid: (await visitor.run("sh", "-c", command)).trim() };
    }),
  );
  try {
    await work();
  } finally {
    await visitor.run("kill", "-INT", ...pings.map(({ pid }) => pid));
  }
  return Promise.all(pings.map(async ({ machine, file }) => ({ machine, ...summaryOf(await readFile(file, "utf8")) })));
}

/** @param said the lines of `ping -D`, each with its second */
function summaryOf(said: string): Omit<Pinged, "machine"> {
  // While a machine moves, its answer may come twice.
  const answers = [...new Map(Array.from(said.matchAll(/^\[([\d.]+)\] .*icmp_seq=(\d+)/gm), toAnswer)).values()];
  const seconds = answers.map(({ second }) => second);
  const last = Math.max(0, ...answers.map(({ number }) => number));
  const gaps = seconds.slice(1).map((second, index) => second - (seconds[index] ?? second));
  return { sent: last, lost: last - seconds.length, silentSeconds: Math.max(0, ...gaps) };
}

const toAnswer = ([, second, number]: readonly string[]) =>
  [Number(number), { second: Number(second), number: Number(number) }] as const;

export function print(all: readonly Pinged[]): void {
  for (const pinged of all) console.log(`          ${pinged.machine.name.padEnd(14)} ${summarized(pinged)}`);
}

export function summarized({ sent, lost, silentSeconds }: Omit<Pinged, "machine">): string {
  const counts = `${String(sent).padStart(5)} pings, ${String(lost).padStart(4)} lost`;
  return `${counts}, silent for ${silentSeconds.toFixed(2)} s at most`;
}
