import { isOn, machineOf, othersWork, patchInstance, stateOf, switchPower } from "../instances.ts";
import type { LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";

/** An instance that has not shut down by then is switched off. It fits into the time limit of a saga's step. */
const SHUTDOWN_SECONDS = 15;

/**
 * A call whose answer was lost may have begun the start, and an instance that starts is still shown as stopped. LXD 5.0 may
 * then start it a second time, which takes its NIC from it.
 */
export async function startInstance(
  site: LxdSite,
  vmId: string,
  signal: AbortSignal,
): Promise<{ privateIp: string | null }> {
  const found = await machineOf(site, vmId, signal);
  if (!isOn(found)) await othersWork(site, found.name, signal);
  const machine = isOn(found) ? found : await machineOf(site, vmId, signal);
  if (machine.status === "Frozen") await switchPower(site, machine.name, "unfreeze", null, signal);
  else if (!isOn(machine)) await switchPower(site, machine.name, "start", null, signal);
  return { privateIp: addressOf(machine) };
}

export async function stopInstance(
  site: LxdSite,
  vmId: string,
  { force }: { readonly force: boolean },
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  if (!isOn(machine)) return;
  if (!force && machine.status === "Running" && (await shutsDown(site, machine.name, signal))) return;
  await switchPower(site, machine.name, "stop", null, signal);
}

/**
 * Restarts an instance once per request. The process id is stored before the restart, so a repetition can tell whether
 * the restart has happened.
 */
export async function restartInstance(
  site: LxdSite,
  vmId: string,
  { force, requestId }: { readonly force: boolean; readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const { name, config } = await machineOf(site, vmId, signal);
  const { pid } = await stateOf(site, name, signal);
  const [begunBy, endedPid] = (config["user.fulmar.restart"] ?? "").split("/");
  if (begunBy !== requestId)
    await patchInstance(site, name, { config: { "user.fulmar.restart": `${requestId}/${pid}` } }, signal);
  else if (endedPid !== String(pid) && pid > 0) return;
  await stopInstance(site, vmId, { force }, signal);
  await startInstance(site, vmId, signal);
}

/** The address of the first NIC. */
export function addressOf({ expanded_devices: devices }: Pick<LxdInstance, "expanded_devices">): string | null {
  return devices.eth0?.["ipv4.address"] ?? null;
}

/** @returns false when the instance did not shut down in time */
async function shutsDown(site: LxdSite, name: string, signal: AbortSignal): Promise<boolean> {
  try {
    await switchPower(site, name, "stop", SHUTDOWN_SECONDS, signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    const { status } = await stateOf(site, name, signal);
    // It may have stopped although a later part of the request failed.
    if (status === "Stopped") return true;
    if (status !== "Running") throw error;
    return false;
  }
}
