import { z } from "zod";
import { firstPerson } from "../../guest/first-person.ts";
import type { InstanceAccess } from "../../ports/compute-port.ts";
import { instanceNotRunning, ProviderError } from "../../ports/provider-error.ts";
import { says } from "../client/libvirt-refusal.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { askAgent, isOfGuest, readGuestFile } from "../machine/agent.ts";
import { isOn, type Machine } from "../machine/machine.ts";
import { machineOf, seenMachine } from "../machine/machines.ts";
import { filesIn } from "../storage/pool.ts";
import { readRecord, recordOf, removeRecord, writeRecord } from "../storage/records.ts";
import { appliedFile, formerFile, markOf, withAccessHook } from "./access-hook.ts";
import { SeedAccess, seedAccessOf, setSeedAccess } from "./seed.ts";

/**
 * What the last change of access replaced. It is a file of the pool, which only the host's root can read, whereas
 * everybody who may look at machines there sees their definitions.
 */
const FormerAccess = z.object({
  requestId: z.string(),
  sinceMs: z.number(),
  /** Of a change of a machine that was off, the guest keeps the rest. */
  user: z.string().nullable(),
  /** Null where they were not changed. */
  keys: z.array(z.string()).nullable(),
  /** Null also where the guest does not tell it. */
  passwordHash: z.string().nullable(),
  /** Null for a machine without a seed. */
  seed: SeedAccess.nullable(),
});
type FormerAccess = z.infer<typeof FormerAccess>;

export const accessSubject = (vmId: string) => `${vmId}.access`;

/** A change of access, made once. */
type AccessChange = InstanceAccess & { readonly requestId: string };

/**
 * Has the guest's agent write the keys and the password of the image's first user, and writes the keys to the seed, by
 * which rescue mode boots. A machine that is off has both in its seed, for its next boot.
 * @throws ProviderError `instance_not_running`, `guest_unknown`; retryable while the agent does not answer
 */
export async function updateAccess(
  site: LibvirtSite,
  vmId: string,
  change: AccessChange,
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  if (!isOn(machine)) return changeAtNextBoot(site, vmId, change, signal);
  const { sshKeys, passwordHash, requestId } = change;
  const seed = await seedAccessOf(site, vmId, signal);
  const user = await firstUser(machine, signal);
  if ((await formerAccess(site, vmId, signal))?.requestId !== requestId) {
    const keys = sshKeys === null ? null : await keysOf(machine, user, signal);
    const hash = passwordHash === null ? null : await passwordOf(machine, user, signal);
    const former: FormerAccess = { requestId, sinceMs: Date.now(), user, keys, passwordHash: hash, seed };
    await writeRecord(site, accessSubject(vmId), former, signal);
  }
  if (sshKeys !== null) await setKeys(machine, user, sshKeys, signal);
  if (passwordHash !== null) await setPassword(machine, user, passwordHash, signal);
  // An earlier change that no boot has made must not undo this one.
  if (seed !== null) await setSeedAccess(site, vmId, seedWith(seed, change, { isDone: true }), signal);
}

/** @throws ProviderError `instance_not_running` for a machine without a seed: nothing in it would read the change */
async function changeAtNextBoot(
  site: LibvirtSite,
  vmId: string,
  change: AccessChange,
  signal: AbortSignal,
): Promise<void> {
  const { requestId } = change;
  const former = await formerAccess(site, vmId, signal);
  const seed = await seedAccessOf(site, vmId, signal);
  if (seed === null) throw instanceNotRunning();
  if (former?.requestId !== requestId) {
    const kept: FormerAccess = { requestId, sinceMs: Date.now(), user: null, keys: null, passwordHash: null, seed };
    await writeRecord(site, accessSubject(vmId), kept, signal);
  }
  await setSeedAccess(site, vmId, seedWith(seed, change, { isDone: false }), signal);
}

function seedWith(seed: SeedAccess, change: AccessChange, { isDone }: { readonly isDone: boolean }): SeedAccess {
  const vendorData = withAccessHook(seed.vendorData, change, isDone);
  return { sshKeys: [...(change.sshKeys ?? seed.sshKeys)], ...(vendorData !== undefined && { vendorData }) };
}

/**
 * Restores what the change of access of that request replaced. An undo is retried until it succeeds, and a guest must not
 * be able to block it: one that does not answer any more keeps what it has.
 */
export async function revertAccess(
  site: LibvirtSite,
  machine: Machine,
  requestId: string,
  signal: AbortSignal,
): Promise<void> {
  const { vmId } = machine.labels;
  const former = await formerAccess(site, vmId, signal);
  if (former?.requestId !== requestId) return;
  // Before the guest: it must not make the change at a boot that comes between.
  if (former.seed !== null) await setSeedAccess(site, vmId, former.seed, signal);
  try {
    await writeBack(machine, former, signal);
  } catch (error) {
    if (!isOfGuest(error)) throw error;
  }
  await removeRecord(site, accessSubject(vmId), signal);
}

async function writeBack(machine: Machine, former: FormerAccess, signal: AbortSignal): Promise<void> {
  let { user, keys, passwordHash } = former;
  if (user === null) {
    if (!isOn(machine)) return;
    user = await firstUser(machine, signal);
    keys = (await replacedAtBoot(machine, "keys", former, signal))?.split("\n").filter(Boolean) ?? null;
    passwordHash = (await replacedAtBoot(machine, "password", former, signal))?.trim() ?? null;
  }
  if (keys !== null) await setKeys(machine, user, keys, signal);
  if (passwordHash !== null) await setPassword(machine, user, passwordHash, signal);
}

/** What a request replaced at a boot; undefined where no boot has made the change. */
async function replacedAtBoot(
  machine: Machine,
  part: Parameters<typeof appliedFile>[0],
  { requestId }: FormerAccess,
  signal: AbortSignal,
): Promise<string | undefined> {
  const applied = await readGuestFile(machine, appliedFile(part), signal);
  return applied === markOf(requestId) ? readGuestFile(machine, formerFile(part), signal) : undefined;
}

/** The ids of the machines whose former access is kept since longer than this. */
export async function listFormerAccess(site: LibvirtSite, olderThanMs: number, signal: AbortSignal): Promise<string[]> {
  const files = await filesIn(site, signal);
  const ids = new Set(files.flatMap(({ name }) => /^([^.]+)\.access$/.exec(recordOf(name) ?? "")?.[1] ?? []));
  const old = await Promise.all(
    Array.from(ids, async (vmId) => ((await isOld(site, vmId, olderThanMs, signal)) ? [vmId] : [])),
  );
  return old.flat();
}

export async function discardFormerAccess(
  site: LibvirtSite,
  vmId: string,
  olderThanMs: number,
  signal: AbortSignal,
): Promise<void> {
  if (await isOld(site, vmId, olderThanMs, signal)) await removeRecord(site, accessSubject(vmId), signal);
}

async function isOld(site: LibvirtSite, vmId: string, olderThanMs: number, signal: AbortSignal): Promise<boolean> {
  // What another site's machine left is none of ours. That of a silent host is looked at later.
  if ((await seenMachine(site, vmId, signal)) === undefined) return false;
  const former = await formerAccess(site, vmId, signal);
  return former !== undefined && Date.now() - former.sinceMs > olderThanMs;
}

function formerAccess(site: LibvirtSite, vmId: string, signal: AbortSignal): Promise<FormerAccess | undefined> {
  return readRecord(site, accessSubject(vmId), FormerAccess, signal);
}

/** The image's first user: the unprivileged one that cloud-init makes, or else root. */
async function firstUser(machine: Machine, signal: AbortSignal): Promise<string> {
  const passwd = await readGuestFile(machine, "/etc/passwd", signal);
  if (passwd !== undefined) return firstPerson(passwd)?.user ?? "root";
  throw new ProviderError(
    "guest_unknown",
    "The VM's guest agent does not say who its users are (guest-file-open); change keys and passwords within the VM.",
    { retryable: false },
  );
}

const Keys = z.object({ return: z.object({ keys: z.array(z.string()) }) });

/** A user without a file of keys has none. */
async function keysOf(machine: Machine, username: string, signal: AbortSignal): Promise<string[]> {
  try {
    const asked = { execute: "guest-ssh-get-authorized-keys", arguments: { username } };
    return Keys.parse(await askAgent(machine, asked, signal)).return.keys;
  } catch (error) {
    if (says(error, "internalError", "agentCommandFailed")) return [];
    throw error;
  }
}

async function setKeys(
  machine: Machine,
  username: string,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const given = { username, keys, reset: true };
  await askAgent(machine, { execute: "guest-ssh-add-authorized-keys", arguments: given }, signal);
}

/** The second field of shadow(5). */
async function passwordOf(machine: Machine, user: string, signal: AbortSignal): Promise<string | null> {
  const lines = (await readGuestFile(machine, "/etc/shadow", signal))?.split("\n") ?? [];
  return lines.map((line) => line.split(":")).find(([name]) => name === user)?.[1] ?? null;
}

async function setPassword(machine: Machine, username: string, hash: string, signal: AbortSignal): Promise<void> {
  const given = { username, password: Buffer.from(hash).toString("base64"), crypted: true };
  await askAgent(machine, { execute: "guest-set-user-password", arguments: given }, signal);
}
