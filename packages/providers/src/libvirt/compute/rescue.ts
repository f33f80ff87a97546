import { posix } from "node:path";
import { startMachine } from "../gpus/start-machine.ts";
import { sweepImages } from "../images/left-images.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { redefine, relabel } from "../machine/change-machine.ts";
import { addDisk, removeDisk, setRootDisk } from "../machine/definition.ts";
import { setVariables } from "../machine/firmware.ts";
import type { Labels } from "../machine/labels.ts";
import { isOn } from "../machine/machine.ts";
import { machineOf } from "../machine/machines.ts";
import type { StoredDisk } from "../storage/disks.ts";
import { rescueFile, variablesFile } from "../storage/names.ts";
import { folderOf, refresh } from "../storage/pool.ts";
import { deleteStored } from "../storage/stored-names.ts";
import { switchOff } from "./instance-life.ts";
import { makeDiskOn, makeRootDisk } from "./root-disk.ts";

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
    const folder = await folderOf(site, signal);
    const own = await site.disks.pathOf(labels.disk, signal);
    if (enabled) {
      const { templateId, diskGb } = labels;
      const file = rescueFile(vmId);
      await site.disks.delete([file], signal);
      const image = await imageUnder(site, labels, signal);
      const disk = { file, diskGb };
      const path =
        image === undefined
          ? await makeRootDisk(site, { ...disk, templateId }, signal)
          : await makeDiskOn(site, image, disk, signal);
      setRootDisk(definition, path, site, "rescue");
      // What the system of the root disk wrote there leads to that disk.
      setVariables(definition, `${folder}/${variablesFile(vmId, "rescue")}`);
      addDisk(definition, { path: own, target: OWN_ROOT, serial: "root" }, site);
    } else {
      removeDisk(definition, OWN_ROOT);
      setRootDisk(definition, own, site);
      if (labels.variables !== undefined) setVariables(definition, posix.resolve(folder, labels.variables));
    }
    await redefine(site, machine, { ...labels, rescue: enabled, turn }, signal);
  }
  if (turn) {
    const { domain, host } = machine;
    await switchOff(await machineOf(site, vmId, signal), signal);
    await startMachine(host.client, domain, signal);
    await relabel(site, await machineOf(site, vmId, signal), { turn: false }, signal);
  }
  if (!enabled) {
    if (labels.variables !== undefined) await refresh(site, signal);
    await deleteStored(site, [rescueFile(vmId), variablesFile(vmId, "rescue")], signal);
    await sweepImages(site, signal);
  }
}

/** The image that a machine's root disk is on, which stays as long, also when nobody may use it any more. */
async function imageUnder(site: LibvirtSite, { disk }: Labels, signal: AbortSignal): Promise<StoredDisk | undefined> {
  const root = await site.disks.find(disk, signal);
  const path = root && (await site.disks.imageUnder(root, signal));
  return path === undefined ? undefined : site.disks.find(path, signal);
}
