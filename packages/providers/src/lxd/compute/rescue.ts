import { z } from "zod";
import { pathOf } from "../client/lxd-client.ts";
import { pushFile, pushFolder, removeFile } from "../files.ts";
import { isOn, machineOf, patchInstance, switchPower } from "../instances.ts";
import type { LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { addressOf } from "./power.ts";

const FOLDER = "/.fulmar-rescue";
const SCRIPT = `${FOLDER}/init`;

const RESCUE = "user.fulmar.rescue";
/** Set together with the mode and removed once the instance runs in it: a running instance still has to restart. */
const TURN = "user.fulmar.rescue_turn";

/**
 * Turns rescue mode on or off. A container has no boot disk to choose, so in rescue mode it runs our small init on its
 * own root disk instead of its own init: no services, no fstab and no network configuration of the owner apply.
 */
export async function setRescueMode(site: LxdSite, vmId: string, enabled: boolean, signal: AbortSignal): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const { name } = machine;
  let turn = machine.config[TURN] === "true";
  if ((machine.config[RESCUE] === "true") !== enabled) {
    turn = isOn(machine);
    if (enabled) await pushRescue(site, machine, signal);
    const mode = enabled
      ? { [RESCUE]: "true", "raw.lxc": `lxc.init.cmd = /bin/sh ${SCRIPT}` }
      : { [RESCUE]: "", "raw.lxc": "" };
    await patchInstance(site, name, { config: { ...mode, [TURN]: turn ? "true" : "" } }, signal);
  }
  if (turn) {
    await switchPower(site, name, "stop", null, signal);
    await switchPower(site, name, "start", null, signal);
    await patchInstance(site, name, { config: { [TURN]: "" } }, signal);
  }
  if (!enabled) await dropRescue(site, name, signal);
}

async function pushRescue(site: LxdSite, machine: LxdInstance, signal: AbortSignal): Promise<void> {
  await pushFolder(site, machine.name, FOLDER, "0700", signal);
  const content = rescueScript(addressOf(machine), await gatewayOf(site, machine, signal));
  await pushFile(site, machine.name, { path: SCRIPT, content, mode: "0700" }, signal);
}

async function dropRescue(site: LxdSite, name: string, signal: AbortSignal): Promise<void> {
  await removeFile(site, name, SCRIPT, signal);
  await removeFile(site, name, FOLDER, signal);
}

/** The bridge's address of the first NIC with its prefix, such as 10.91.0.1/16. */
async function gatewayOf(
  { client, network: home }: LxdSite,
  { expanded_devices: devices }: LxdInstance,
  signal: AbortSignal,
): Promise<string> {
  const network = devices.eth0?.network ?? home;
  const { config } = await client.get(
    pathOf("networks", network),
    z.object({ config: z.record(z.string(), z.string()) }),
    signal,
  );
  return config["ipv4.address"] ?? "";
}

/**
 * The init of a container in rescue mode, for any shell. It configures the network, lets root in by SSH with the
 * existing keys, starts a shell on the console and waits to be stopped.
 * @param gateway the bridge's address with its prefix
 */
export function rescueScript(address: string | null, gateway: string): string {
  const [router, prefixLength] = gateway.split("/");
  const network =
    address === null || prefixLength === undefined
      ? []
      : [`ip address add ${address}/${prefixLength} dev eth0`, `ip route add default via ${router}`];
  return `${[
    "#!/bin/sh",
    "export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "trap 'exit 0' PWR TERM INT",
    "mount -o remount,rw / 2>/dev/null",
    "mount -t tmpfs tmpfs /run 2>/dev/null",
    "ip link set lo up",
    "ip link set eth0 up",
    ...network,
    "mkdir -p /run/sshd /dev/pts",
    "[ -x /usr/sbin/sshd ] && /usr/sbin/sshd -f /dev/null -o PermitRootLogin=prohibit-password -o UsePAM=no",
    "(while :; do setsid /bin/sh -l </dev/console >/dev/console 2>&1; sleep 1; done) &",
    "while :; do sleep 3600 & wait $!; done",
  ].join("\n")}\n`;
}
