import { setTimeout as delay } from "node:timers/promises";
import { procedures } from "@fulmar/libvirt-rpc";
import { says } from "../client/libvirt-refusal.ts";
import { startMachine } from "../gpus/start-machine.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { relabel } from "../machine/change-machine.ts";
import { hasAgent } from "../machine/definition.ts";
import { isOn, type Machine } from "../machine/machine.ts";
import { findMachine, machineOf } from "../machine/machines.ts";
import { runOf } from "../machine/read-machine.ts";
import { switchOff } from "./instance-life.ts";

/** A machine that has not shut down by then is switched off. It fits into the time limit of a saga's step. */
const SHUTDOWN_MS = 15_000;
const LOOK_AGAIN_MS = 200;
/** virDomainState and virDomainShutdownFlagValues */
const PAUSED = 3;
const [BY_ACPI, BY_AGENT] = [1, 2];

export async function startInstance(
  site: LibvirtSite,
  vmId: string,
  signal: AbortSignal,
): Promise<{ privateIp: string | null }> {
  const machine = await machineOf(site, vmId, signal);
  const { domain, host } = machine;
  if (!isOn(machine)) {
    try {
      await startMachine(host.client, domain, signal);
    } catch (error) {
      // Somebody was faster.
      if (!says(error, "operationInvalid")) throw error;
    }
  } else if ((await stateOf(machine, signal)) === PAUSED)
    await host.client.call(procedures.domainResume, { domain }, signal);
  return { privateIp: machine.labels.addresses[0] ?? null };
}

async function stateOf({ domain, host }: Machine, signal: AbortSignal): Promise<number> {
  return (await host.client.call(procedures.domainGetState, { domain, flags: 0 }, signal)).state;
}

export async function stopInstance(
  site: LibvirtSite,
  vmId: string,
  { force }: { readonly force: boolean },
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  if (!isOn(machine)) return;
  if (!force && (await shutsDown(site, machine, signal))) return;
  await switchOff(machine, signal);
}

/** @returns false when the guest did not shut down in time */
async function shutsDown(site: LibvirtSite, machine: Machine, signal: AbortSignal): Promise<boolean> {
  const { domain, host, labels } = machine;
  const flags = hasAgent(await runOf(machine, signal)) ? BY_AGENT : BY_ACPI;
  // An agent that hangs holds the call, so nobody waits for it. A machine that has shut down already refuses it.
  const asked = new AbortController();
  const asking = host.client
    .callApart(procedures.domainShutdown, { domain, flags }, AbortSignal.any([signal, asked.signal]))
    .catch(() => undefined);
  try {
    for (const end = Date.now() + SHUTDOWN_MS; Date.now() < end; await delay(LOOK_AGAIN_MS, undefined, { signal })) {
      const present = await findMachine(site, labels.vmId, signal);
      if (present === undefined || !isOn(present)) return true;
    }
    return false;
  } finally {
    asked.abort();
    await asking;
  }
}

/**
 * Restarts a machine once per request. The number of the run is stored before it is ended, so a repetition can tell
 * whether the restart has happened.
 */
export async function restartInstance(
  site: LibvirtSite,
  vmId: string,
  { force, requestId }: { readonly force: boolean; readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const { restart } = machine.labels;
  const { id } = machine.domain;
  if (restart?.requestId !== requestId) await relabel(site, machine, { restart: { requestId, ended: id } }, signal);
  else if (isOn(machine) && id !== restart.ended) return;
  await stopInstance(site, vmId, { force }, signal);
  await startInstance(site, vmId, signal);
}
