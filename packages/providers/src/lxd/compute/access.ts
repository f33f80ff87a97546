import { z } from "zod";
import type { InstanceAccess } from "../../ports/compute-port.ts";
import { ProviderError } from "../../ports/provider-error.ts";
import { pullFile, pushFile, pushFolder, removeFile } from "../files.ts";
import { machineOf, patchInstance } from "../instances.ts";
import type { LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { firstAccount, keysOf, pushKeys } from "./account.ts";

const PASSWORDS = "/etc/shadow";
/**
 * The previous keys and password. Only the guest's root can read the file, whereas the instance's configuration is
 * readable by all its users.
 */
const FORMER = "/var/lib/fulmar/former-access.json";

const FormerAccess = z.strictObject({ keys: z.string().nullable(), passwords: z.string() });

/** Writes the keys and the password of the image's first user into a running or stopped guest. */
export async function updateAccess(
  site: LxdSite,
  vmId: string,
  { sshKeys, passwordHash, requestId }: InstanceAccess & { readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const machine = await machineOf(site, vmId, signal);
  const { name, config } = machine;
  const account = await firstAccount(site, machine, signal);
  const passwords = await pullFile(site, name, PASSWORDS, signal);
  if (passwords === undefined) throw notLinux();
  if (config["user.fulmar.access"] !== requestId) {
    const former = { keys: (await pullFile(site, name, keysOf(account), signal)) ?? null, passwords };
    await pushFolder(site, name, "/var/lib/fulmar", "0700", signal);
    await pushFile(site, name, { path: FORMER, content: JSON.stringify(former), mode: "0600" }, signal);
    await patchInstance(site, name, { config: { "user.fulmar.access": requestId } }, signal);
  }
  if (sshKeys !== null) await pushKeys(site, name, account, sshKeys.map((key) => `${key}\n`).join(""), signal);
  if (passwordHash !== null)
    await pushPasswords(site, name, withPassword(passwords, account.user, passwordHash), signal);
}

/**
 * Restores what the last access change replaced. Files that the guest's root has made unreadable or unwritable are left
 * alone: an undo is retried until it succeeds, and the guest must not be able to block it.
 */
export async function revertAccess(site: LxdSite, machine: LxdInstance, signal: AbortSignal): Promise<void> {
  try {
    await writeBack(site, machine, signal);
  } catch (error) {
    if (!isOfTheGuest(error)) throw error;
  }
  await patchInstance(site, machine.name, { config: { "user.fulmar.access": "" } }, signal);
}

async function writeBack(site: LxdSite, machine: LxdInstance, signal: AbortSignal): Promise<void> {
  const { name } = machine;
  const text = await pullFile(site, name, FORMER, signal);
  if (text === undefined) return;
  const { keys, passwords } = FormerAccess.parse(JSON.parse(text));
  const account = await firstAccount(site, machine, signal);
  await pushPasswords(site, name, passwords, signal);
  if (keys === null) await removeFile(site, name, keysOf(account), signal);
  else await pushKeys(site, name, account, keys, signal);
  await removeFile(site, name, FORMER, signal);
}

/**
 * Files that have unexpected content, are too large, or that the server cannot write because the guest put something
 * else there.
 */
function isOfTheGuest(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof z.ZodError) return true;
  return error instanceof ProviderError && ["provider_answer_too_large", "provider_refused"].includes(error.code);
}

/** Replaces the password hash of one user in the shadow file (shadow(5): the second field). */
export function withPassword(passwords: string, user: string, hash: string): string {
  return passwords
    .split("\n")
    .map((line) => {
      const [name, , ...rest] = line.split(":");
      return name === user ? [name, hash, ...rest].join(":") : line;
    })
    .join("\n");
}

function pushPasswords(site: LxdSite, name: string, content: string, signal: AbortSignal): Promise<void> {
  return pushFile(site, name, { path: PASSWORDS, content, mode: "0640", owner: SHADOW }, signal);
}

/** The group that may check passwords in Debian's family. Elsewhere the group may differ, but root still has access. */
const SHADOW = { uid: 0, gid: 42 };

function notLinux(): ProviderError {
  return new ProviderError(
    "guest_unknown",
    "The VM's image stores its passwords in a format that this site does not support; change them from within the VM.",
    {
      retryable: false,
    },
  );
}
