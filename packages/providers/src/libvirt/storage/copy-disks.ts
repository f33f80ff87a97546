import { setTimeout as delay } from "node:timers/promises";
import { procedures, type Volume } from "@fulmar/libvirt-rpc";
import { ProviderError } from "../../ports/provider-error.ts";
import { says } from "../client/libvirt-refusal.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { heldStill } from "../machine/agent.ts";
import { type Disk, disksOf, hasAgent } from "../machine/definition.ts";
import { isOn, type Machine, runOf } from "../machine/machines.ts";
import { element, writeXml, type XmlElement } from "../xml/xml-document.ts";
import { copyDisk, createDisk, sizeOfVolume } from "./pool.ts";

const LOOK_AGAIN_MS = 100;
/** virDomainJobType, and the flag that asks for the last job that ended. */
const [NONE, COMPLETED] = [0, 3];
const LAST = 1;
/** virDomainBackupBeginFlags: the files of the copies are there. */
const INTO_PRESENT = 1;

/** A disk, and the name of its copy. */
export interface WantedCopy {
  readonly source: Volume;
  readonly name: string;
}

/**
 * Copies disks as they are at one moment: QEMU those that a running machine has, and libvirt the others. Each copy is
 * whole and depends on nothing.
 * @param machine that may have the disks; undefined for those that no machine has
 * @param wanted whose names are free
 * @throws ProviderError, retryable, while another copy of the machine is made
 */
export async function copyDisks(
  site: LibvirtSite,
  machine: Machine | undefined,
  wanted: readonly WantedCopy[],
  signal: AbortSignal,
): Promise<void> {
  const run = machine !== undefined && isOn(machine) ? await runOf(site, machine, signal) : undefined;
  const running: RunningCopy[] = [];
  for (const { source, name } of wanted) {
    const disk = run && disksOf(run).find(({ path }) => path === source.key);
    const { capacity } = await sizeOfVolume(site, source, signal);
    if (disk === undefined) await copyDisk(site, { name, capacity }, source, signal);
    // libvirt knows a file that it has made itself, and has to look for one of QEMU.
    else running.push({ target: disk.target, path: (await createDisk(site, { name, capacity }, signal)).key });
  }
  if (machine !== undefined && run !== undefined && running.length > 0)
    await copyRunning(site, machine, run, running, signal);
}

/** A disk of a running machine, and the path of the empty one that becomes its copy. */
interface RunningCopy {
  readonly target: Disk["target"];
  readonly path: string;
}

async function copyRunning(
  site: LibvirtSite,
  machine: Machine,
  run: XmlElement,
  copies: readonly RunningCopy[],
  signal: AbortSignal,
): Promise<void> {
  const { domain } = machine;
  const disks = disksOf(run).map(({ target }) => {
    const copy = copies.find((wanted) => wanted.target === target);
    if (copy === undefined) return element("disk", { name: target, backup: "no" });
    const into = [element("target", { file: copy.path }), element("driver", { type: "qcow2" })];
    return element("disk", { name: target, backup: "yes", type: "file" }, ...into);
  });
  const backup = writeXml(element("domainbackup", { mode: "push" }, element("disks", {}, ...disks)));
  const begin = () =>
    site.client.call(procedures.domainBackupBegin, { domain, backup, checkpoint: null, flags: INTO_PRESENT }, signal);
  // The moment is that of the beginning: the guest goes on while it is copied.
  await (hasAgent(run) ? heldStill(site, machine, begin, signal) : begin());
  try {
    while ((await jobOf(site, machine, 0, signal)) !== NONE) await delay(LOOK_AGAIN_MS, undefined, { signal });
  } catch (error) {
    await abandon(site, machine);
    throw error;
  }
  const ended = await jobOf(site, machine, LAST, signal);
  if (ended !== COMPLETED) {
    throw new ProviderError(
      "provider_unavailable",
      "The site did not finish a copy of the VM's disks; the operation can be tried again in a moment.",
      { retryable: true, cause: new Error(`libvirt's job ended as ${ended}`) },
    );
  }
}

async function jobOf(site: LibvirtSite, { domain }: Machine, flags: number, signal: AbortSignal): Promise<number> {
  return (await site.client.call(procedures.domainGetJobStats, { domain, flags }, signal)).type;
}

/** Ends a copy that nobody waits for. */
async function abandon(site: LibvirtSite, { domain }: Machine): Promise<void> {
  try {
    await site.client.call(procedures.domainAbortJob, { domain, flags: 0 }, AbortSignal.timeout(ABANDON_MS));
  } catch (error) {
    if (!says(error, "operationInvalid", "noDomain")) throw error;
  }
}

const ABANDON_MS = 5_000;
