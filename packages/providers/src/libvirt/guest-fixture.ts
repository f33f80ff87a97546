import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { ProviderError } from "../ports/provider-error.ts";
import type { LibvirtSite } from "./libvirt-site.ts";
import { askAgent } from "./machine/agent.ts";
import { findMachine } from "./machine/machines.ts";
import type { Located } from "./machine/read-machine.ts";

/** The options of a site by which its networks lead out of a host of tests. */
export const UPLINK = {
  uplink: "uplink",
  uplink_gateway: "198.51.100.1/24",
  uplink_addresses: "198.51.100.200-198.51.100.250",
  uplink_chassis: "kvm-host",
};

/** A guest that boots under emulation on a busy machine, and one that boots so in another such guest. */
const BOOT_MS = 120_000;
export const NESTED_BOOT_MS = 900_000;

const Started = z.object({ return: z.object({ pid: z.int() }) });
const Status = z.object({
  return: z.object({
    exited: z.boolean(),
    exitcode: z.int().optional(),
    "out-data": z.base64().optional(),
    "err-data": z.base64().optional(),
  }),
});

/**
 * Runs a shell's command in a guest by its agent, once the guest has booted.
 * @returns what it printed @throws Error when it fails
 */
export function inGuest(
  site: LibvirtSite,
  vmId: string,
  command: string,
  signal: AbortSignal,
  bootMs = BOOT_MS,
): Promise<string> {
  return inGuestOf(() => findMachine(site, vmId, signal), command, signal, bootMs);
}

type Find = () => Promise<Located | undefined>;

/** The same for any machine of a host. @param find the machine as it is now */
export async function inGuestOf(find: Find, command: string, signal: AbortSignal, bootMs = BOOT_MS): Promise<string> {
  const run = { path: "/bin/sh", arg: ["-c", command], "capture-output": true };
  const { pid } = Started.parse(
    await whenBooted(find, { execute: "guest-exec", arguments: run }, signal, bootMs),
  ).return;
  for (;;) {
    const asked = { execute: "guest-exec-status", arguments: { pid } };
    const { exited, exitcode, ...said } = Status.parse(await whenBooted(find, asked, signal, bootMs)).return;
    if (!exited) {
      await delay(50);
      continue;
    }
    const text = (data: string | undefined) => Buffer.from(data ?? "", "base64").toString();
    if (exitcode === 0) return text(said["out-data"]);
    throw new Error(`${command} ended with ${exitcode}: ${text(said["err-data"])}`);
  }
}

async function whenBooted(
  find: Find,
  command: Parameters<typeof askAgent>[1],
  signal: AbortSignal,
  bootMs: number,
): Promise<unknown> {
  for (const end = Date.now() + bootMs; ; await delay(250)) {
    const machine = await find();
    if (machine === undefined) throw new Error("The machine is not there.");
    try {
      return await askAgent(machine, command, signal);
    } catch (error) {
      if (!(error instanceof ProviderError) || Date.now() > end) throw error;
    }
  }
}
