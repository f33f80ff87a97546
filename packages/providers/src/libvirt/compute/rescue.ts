import { procedures } from "@fulmar/libvirt-rpc";
import type { LibvirtSite } from "../libvirt-site.ts";
import { addDisk, removeDisk, setRootDisk } from "../machine/definition.ts";
import { isOn, machineOf, redefine, relabel } from "../machine/machines.ts";
import { rescueFile } from "../storage/names.ts";
import { deleteVolumes, folderOf } from "../storage/pool.ts";
import { makeRootDisk, switchOff } from "./instance-life.ts";

/** Where a machine in rescue mode has its own root disk, behind every volume. Guests find it by its serial, `root`. */
const OWN_ROOT = "vdzz";

/**
 * Turns rescue mode on or off. In it, the machine boots a fresh disk of its own image, by the same seed, so with the same
 * keys, and has its root disk as one more. `turn` is set together with the mode and removed once the machine runs in it:
 * a running machine still has to restart.
 */
export async function setRescueMode(
  site: LibvirtSite,
  vmId: string,
  enabled: boolean,
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const { labels, definition } = machine;
  let { turn } = labels;
  if (labels.rescue !== enabled) {
    turn = isOn(machine);
    const own = `${await folderOf(site, signal)}/${labels.disk}`;
    if (enabled) {
      const { templateId, diskGb } = labels;
      const file = rescueFile(vmId);
      await deleteVolumes(site, [file], signal);
      setRootDisk(definition, await makeRootDisk(site, { file, templateId, diskGb }, signal), "rescue");
      addDisk(definition, { path: own, target: OWN_ROOT, serial: "root" });
    } else {
      removeDisk(definition, OWN_ROOT);
      setRootDisk(definition, own);
    }
    await redefine(site, machine, { ...labels, rescue: enabled, turn }, signal);
  }
  if (turn) {
    const { domain } = machine;
    await switchOff(site, await machineOf(site, vmId, signal), signal);
    await site.client.call(procedures.domainCreate, { domain, flags: 0 }, signal);
    await relabel(site, await machineOf(site, vmId, signal), { turn: false }, signal);
  }
  if (!enabled) await deleteVolumes(site, [rescueFile(vmId)], signal);
}
