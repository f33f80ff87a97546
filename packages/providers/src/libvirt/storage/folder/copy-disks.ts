import { setTimeout as delay } from "node:timers/promises";
import { procedures, type Volume } from "@fulmar/libvirt-rpc";
import { ProviderError } from "../../../ports/provider-error.ts";
import { says } from "../../client/libvirt-refusal.ts";
import type { FolderSite } from "../../libvirt-site.ts";
import { heldStill } from "../../machine/agent.ts";
import { type Disk, disksOf, hasAgent } from "../../machine/definition.ts";
import { isOn, type Machine } from "../../machine/machine.ts";
import { runOf } from "../../machine/read-machine.ts";
import { element, writeXml, type XmlElement } from "../../xml/xml-document.ts";
import type { Moment, WantedCopy } from "../disks.ts";
import { deleteFiles } from "../pool.ts";
import { copyDisk, createDisk, sizeOfFile } from "./disk-files.ts";

const LOOK_AGAIN_MS = 100;
/** virDomainJobType, and the flag that asks for the last job that ended. */
export const NONE = 0;
const [UNBOUNDED, COMPLETED] = [2, 3];
const LAST = 1;
/** virDomainBackupBeginFlags: the files of the copies are there. */
const INTO_PRESENT = 1;

/** A disk, and the name of its copy. */
interface WantedFile extends Pick<WantedCopy, "name"> {
  readonly source: Volume;
  readonly onto?: Volume;
}

/**
 * Copies disks as they are at one moment: QEMU those that a running machine has, and libvirt the others. A copy is whole
 * and depends on nothing, or is on the copy that it was to be put onto.
 * @param machine that may have the disks; undefined for those that no machine has
 * @param wanted whose names are free
 * @param moment null for one that nothing else refers to
 * @throws ProviderError, retryable, while another copy of the machine is made
 */
export async function copyDisks(
  site: FolderSite,
  machine: Machine | undefined,
  wanted: readonly WantedFile[],
  moment: Moment | null,
  signal: AbortSignal,
): Promise<void> {
  const run = machine !== undefined && isOn(machine) ? await runOf(machine, signal) : undefined;
  const running: RunningCopy[] = [];
  for (const copy of wanted) {
    const { source, name } = copy;
    const disk = run && disksOf(run).find(({ path }) => path === source.key);
    const { capacity } = await sizeOfFile(site, source, signal);
    if (disk === undefined) await copyDisk(site, { name, capacity }, source, signal);
    else running.push({ ...copy, target: disk.target, capacity });
  }
  if (machine === undefined || run === undefined || running.length === 0) return;
  await begin(site, { ...machine, run }, running, moment, signal);
  await untilCopied(machine, signal);
  if (moment !== null) await dropCheckpoints(machine, (name) => name !== moment.name, signal);
}

/** A disk of a running machine. */
interface RunningCopy extends WantedFile {
  readonly target: Disk["target"];
  readonly capacity: bigint;
}

type Running = Machine & { readonly run: XmlElement };

/**
 * Begins a copy of what has changed, if there is such a moment, and else a whole one. libvirt refuses the first where a
 * disk was replaced since, or its host lost power: what has changed is then not known.
 */
async function begin(
  site: FolderSite,
  machine: Running,
  copies: readonly RunningCopy[],
  moment: Moment | null,
  signal: AbortSignal,
): Promise<void> {
  if (moment !== null) {
    // That of an attempt that was interrupted.
    await dropCheckpoints(machine, (name) => name === moment.name, signal);
    const { since } = moment;
    if (since !== null && (await checkpointsOf(machine, signal)).some(({ name }) => name === since)) {
      try {
        await beginCopy(site, machine, copies, moment, signal);
        return;
      } catch (error) {
        if (!(error instanceof ProviderError) || error.code !== "provider_refused") throw error;
      }
    }
  }
  const whole = copies.map(({ onto: _onto, ...copy }) => copy);
  await beginCopy(site, machine, whole, moment === null ? null : { ...moment, since: null }, signal);
}

async function beginCopy(
  site: FolderSite,
  { run, ...machine }: Running,
  copies: readonly RunningCopy[],
  moment: Moment | null,
  signal: AbortSignal,
): Promise<void> {
  const { domain, host } = machine;
  const disks: XmlElement[] = [];
  for (const { target } of disksOf(run)) {
    const copy = copies.find((wanted) => wanted.target === target);
    if (copy === undefined) disks.push(element("disk", { name: target, backup: "no" }));
    else disks.push(await diskOfBackup(site, copy, moment, signal));
  }
  const backup = writeXml(element("domainbackup", { mode: "push" }, element("disks", {}, ...disks)));
  const checkpoint = moment === null ? null : checkpointOf(run, copies, moment);
  const call = () =>
    host.client.callApart(procedures.domainBackupBegin, { domain, backup, checkpoint, flags: INTO_PRESENT }, signal);
  // The moment is that of the beginning: the guest goes on while it is copied.
  await (hasAgent(run) ? heldStill(machine, call, signal) : call());
}

/** Makes the empty file of a copy: libvirt knows one that it has made itself, and has to look for one of QEMU. */
async function diskOfBackup(
  site: FolderSite,
  { target, name, capacity, onto }: RunningCopy,
  moment: Moment | null,
  signal: AbortSignal,
): Promise<XmlElement> {
  await deleteFiles(site, [name], signal);
  const since = onto === undefined ? undefined : (moment?.since ?? undefined);
  const backing = since === undefined ? undefined : onto?.key;
  const { key: file } = await createDisk(site, { name, capacity, ...(backing !== undefined && { backing }) }, signal);
  const mode = since === undefined ? "full" : "incremental";
  return element(
    "disk",
    { name: target, backup: "yes", type: "file", backupmode: mode, incremental: since },
    element("target", { file }),
    element("driver", { type: "qcow2" }),
  );
}

/** Has QEMU note, from the moment on, what changes in the disks. */
function checkpointOf(run: XmlElement, copies: readonly RunningCopy[], { name }: Moment): string {
  const disks = disksOf(run).map(({ target }) =>
    element("disk", {
      name: target,
      checkpoint: copies.some((copy) => copy.target === target) ? "bitmap" : "no",
    }),
  );
  return writeXml(element("domaincheckpoint", {}, element("name", {}, name), element("disks", {}, ...disks)));
}

async function checkpointsOf({ domain, host }: Machine, signal: AbortSignal) {
  const asked = { domain, wanted: 1, flags: 0 };
  return (await host.client.call(procedures.domainListAllCheckpoints, asked, signal)).checkpoints;
}

/** Forgets moments of a running machine. What QEMU noted since may be gone with the disk. */
export async function dropCheckpoints(
  machine: Machine,
  isDoomed: (name: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  for (const checkpoint of await checkpointsOf(machine, signal)) {
    if (!isDoomed(checkpoint.name)) continue;
    const drop = (flags: number) =>
      machine.host.client.call(procedures.domainCheckpointDelete, { checkpoint, flags }, signal);
    await drop(0).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.code !== "provider_refused") throw error;
      return drop(METADATA_ONLY);
    });
  }
}

/** virDomainCheckpointDeleteFlags */
const METADATA_ONLY = 2;

async function untilCopied(machine: Machine, signal: AbortSignal): Promise<void> {
  try {
    while ((await jobOf(machine, 0, signal)) !== NONE) await delay(LOOK_AGAIN_MS, undefined, { signal });
  } catch (error) {
    await abandon(machine);
    throw error;
  }
  const ended = await jobOf(machine, LAST, signal);
  if (ended !== COMPLETED) {
    throw new ProviderError(
      "provider_unavailable",
      "The site did not finish a copy of the VM's disks; the operation can be tried again in a moment.",
      { retryable: true, cause: new Error(`libvirt's job ended as ${ended}`) },
    );
  }
}

export async function jobOf({ domain, host }: Machine, flags: number, signal: AbortSignal): Promise<number> {
  try {
    return (await host.client.call(procedures.domainGetJobStats, { domain, flags }, signal)).type;
  } catch (error) {
    // It arrives from another host, which alone knows how far it is.
    if (says(error, "operationUnsupported")) return UNBOUNDED;
    throw error;
  }
}

/** Ends a job, such as a copy, that nobody waits for. */
export async function abandon({ domain, host }: Machine): Promise<void> {
  try {
    await host.client.call(procedures.domainAbortJob, { domain, flags: 0 }, AbortSignal.timeout(ABANDON_MS));
  } catch (error) {
    if (!says(error, "operationInvalid", "noDomain")) throw error;
  }
}

const ABANDON_MS = 5_000;
