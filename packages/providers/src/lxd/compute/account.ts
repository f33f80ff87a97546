import { type Account, firstPerson } from "../../guest/first-person.ts";
import { pullFile, pushFile, pushFolder } from "../files.ts";
import type { LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";

export const ROOT: Account = { user: "root", uid: 0, gid: 0, home: "/root" };

/** The image's own metadata, which the instance inherits. */
export function hasCloudInit({ config }: Pick<LxdInstance, "config">): boolean {
  return config["image.fulmar.cloud_init"] === "true";
}

/** The image's first user: the unprivileged user that cloud-init creates, or else root. */
export async function firstAccount(site: LxdSite, machine: LxdInstance, signal: AbortSignal): Promise<Account> {
  if (!hasCloudInit(machine)) return ROOT;
  return firstPerson((await pullFile(site, machine.name, "/etc/passwd", signal)) ?? "") ?? ROOT;
}

export function keysOf({ home }: Account): string {
  return `${home}/.ssh/authorized_keys`;
}

export async function pushKeys(
  site: LxdSite,
  name: string,
  account: Account,
  content: string,
  signal: AbortSignal,
): Promise<void> {
  await pushFolder(site, name, `${account.home}/.ssh`, "0700", signal, account);
  await pushFile(site, name, { path: keysOf(account), content, mode: "0600", owner: account }, signal);
}
