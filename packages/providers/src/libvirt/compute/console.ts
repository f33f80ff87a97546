import { procedures } from "@fulmar/libvirt-rpc";
import {
  CONSOLE_LOG_BYTES,
  type ConsoleLog,
  type InstanceTerminal,
  type TerminalSize,
} from "../../ports/compute-port.ts";
import { instanceNotRunning } from "../../ports/provider-error.ts";
import { says } from "../client/libvirt-refusal.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { logIn } from "../machine/definition.ts";
import { isOn } from "../machine/machine.ts";
import { machineOf } from "../machine/machines.ts";
import { consoleFile } from "../storage/names.ts";
import { findFile, physicalSize, readFile, refresh } from "../storage/pool.ts";

/** The log of the serial port, which virtlogd writes beside the disks. */
export async function readConsoleLog(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<ConsoleLog> {
  const { definition } = await machineOf(site, vmId, signal);
  const volume = await logOf(site, logIn(definition) ?? consoleFile(vmId), signal);
  if (volume === undefined) return { bytes: Buffer.alloc(0), truncated: false };
  // A guest that begins its log as a disk has libvirt believe that it is one, of any capacity.
  const length = await physicalSize(site, volume, signal);
  const start = length > BigInt(CONSOLE_LOG_BYTES) ? length - BigInt(CONSOLE_LOG_BYTES) : 0n;
  const bytes = await readFile(site, volume, start, signal);
  return { bytes: bytes.subarray(-CONSOLE_LOG_BYTES), truncated: start > 0n || bytes.length > CONSOLE_LOG_BYTES };
}

/** libvirt knows a file that it did not make itself after it has looked. */
async function logOf(site: LibvirtSite, file: string, signal: AbortSignal) {
  const known = await findFile(site, file, signal);
  if (known !== undefined) return known;
  await refresh(site, signal);
  return findFile(site, file, signal);
}

/** Whoever opens the console last has it (virDomainConsoleFlags). */
const FORCE = 1;

/** The serial console: it has no size of its own, and its shell ends without a code. */
export async function openTerminal(
  site: LibvirtSite,
  vmId: string,
  _size: TerminalSize,
  signal: AbortSignal,
): Promise<InstanceTerminal> {
  const machine = await machineOf(site, vmId, signal);
  if (!isOn(machine)) throw instanceNotRunning();
  const given = { domain: machine.domain, device: null, flags: FORCE };
  const stream = await machine.host.client
    .stream(procedures.domainOpenConsole, given, signal)
    .catch((error: unknown) => {
      throw says(error, "operationInvalid") ? instanceNotRunning() : error;
    });
  const ended = Promise.withResolvers<null>();
  stream.once("close", () => ended.resolve(null));
  return {
    stream,
    resize: () => undefined,
    exited: ended.promise,
    close: () => stream.destroy(),
  };
}
