import { pullFile, pushFile, pushFolder } from "../files.ts";
import type { LxdInstance } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";

/** A user account of a guest. */
export interface Account {
  readonly user: string;
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

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

/**
 * Lower ids belong to system accounts, higher ones to `nobody` and the like (login.defs of the common distributions).
 */
const [FIRST_PERSON, LAST_PERSON] = [1000, 60_000];

/** The first regular user in a passwd file (passwd(5)); undefined where there is none. */
export function firstPerson(passwd: string): Account | undefined {
  const accounts = passwd.split("\n").map((line) => {
    const [user = "", , uid, gid, , home = ""] = line.split(":");
    return { user, uid: Number(uid), gid: Number(gid), home };
  });
  const people = accounts.filter(({ uid, home }) => uid >= FIRST_PERSON && uid <= LAST_PERSON && home.startsWith("/"));
  return people.toSorted((a, b) => a.uid - b.uid).at(0);
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
