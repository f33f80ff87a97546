import { z } from "zod";
import type { InstanceAccess } from "../../compute-port.ts";
import { ProviderError } from "../../provider-error.ts";
import { pullFile, pushFile, pushFolder, removeFile } from "../files.ts";
import { machineOf, patchInstance } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";
import { pushKeys } from "./first-boot.ts";

const KEYS = "/root/.ssh/authorized_keys";
const PASSWORDS = "/etc/shadow";
/** What was there before, readable by root of the guest alone: the instance's configuration can be read by all its users. */
const FORMER = "/var/lib/fulmar/former-access.json";

const FormerAccess = z.strictObject({ requestId: z.string(), keys: z.string().nullable(), passwords: z.string() });

/** Writes keys and the password of root into the guest, running or stopped. */
export async function updateAccess(
  site: LxdSite,
  vmId: string,
  { sshKeys, passwordHash, requestId }: InstanceAccess & { readonly requestId: string },
  signal: AbortSignal,
): Promise<void> {
  const { name, config } = await machineOf(site, vmId, signal);
  const passwords = await pullFile(site, name, PASSWORDS, signal);
  if (passwords === undefined) throw notLinux();
  if (config["user.fulmar.access"] !== requestId) {
    const former = { requestId, keys: (await pullFile(site, name, KEYS, signal)) ?? null, passwords };
    await pushFolder(site, name, "/var/lib/fulmar", "0700", signal);
    await pushFile(site, name, { path: FORMER, content: JSON.stringify(former), mode: "0600" }, signal);
    await patchInstance(site, name, { config: { "user.fulmar.access": requestId } }, signal);
  }
  if (sshKeys !== null) await pushKeys(site, name, sshKeys, signal);
  if (passwordHash !== null) await pushPasswords(site, name, withPassword(passwords, "root", passwordHash), signal);
}

/** Writes back what the last change replaced. */
export async function revertAccess(site: LxdSite, name: string, signal: AbortSignal): Promise<void> {
  const text = await pullFile(site, name, FORMER, signal);
  if (text !== undefined) {
    const { keys, passwords } = FormerAccess.parse(JSON.parse(text));
    await pushPasswords(site, name, passwords, signal);
    if (keys === null) await removeFile(site, name, KEYS, signal);
    else await pushFile(site, name, { path: KEYS, content: keys, mode: "0600" }, signal);
    await removeFile(site, name, FORMER, signal);
  }
  await patchInstance(site, name, { config: { "user.fulmar.access": "" } }, signal);
}

/** The shadow file with another hash for one user (shadow(5): the second field). */
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

/** The group that may check passwords, in Debian's family; where it is another, root still may. */
const SHADOW = { uid: 0, gid: 42 };

function notLinux(): ProviderError {
  return new ProviderError("guest_unknown", "The VM's image keeps its passwords in a way that this site does not know; change them from within the VM.", {
    retryable: false,
  });
}
