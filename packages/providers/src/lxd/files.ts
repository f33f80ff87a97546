import { pathOfInstance } from "./instances.ts";
import type { LxdSite } from "./lxd-site.ts";

export interface GuestFile {
  readonly path: string;
  readonly content: string;
  /** Such as `0600`. */
  readonly mode: string;
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** Writes a file into a guest, running or stopped; its folder must be there. */
export async function pushFile({ client }: LxdSite, name: string, { path, content, mode, owner = ROOT }: GuestFile, signal: AbortSignal): Promise<void> {
  const headers = { ...headersOf("file", mode, owner), "X-LXD-write": "overwrite" };
  await client.upload(pathOfInstance(name, "files"), content, headers, signal, { path });
}

/** Makes a folder in a guest, unless it is there. */
export async function pushFolder({ client }: LxdSite, name: string, path: string, mode: string, signal: AbortSignal, owner = ROOT): Promise<void> {
  if ((await client.download(pathOfInstance(name, "files"), signal, { path })) !== undefined) return;
  await client.upload(pathOfInstance(name, "files"), "", headersOf("directory", mode, owner), signal, { path });
}

/** @returns undefined when the guest has no such file */
export async function pullFile({ client }: LxdSite, name: string, path: string, signal: AbortSignal): Promise<string | undefined> {
  const bytes = await client.download(pathOfInstance(name, "files"), signal, { path });
  return bytes?.toString();
}

export async function removeFile({ client }: LxdSite, name: string, path: string, signal: AbortSignal): Promise<void> {
  await client.remove(pathOfInstance(name, "files"), signal, { path });
}

const ROOT = { uid: 0, gid: 0 };

function headersOf(type: "file" | "directory", mode: string, { uid, gid }: { readonly uid: number; readonly gid: number }) {
  return { "content-type": "application/octet-stream", "X-LXD-type": type, "X-LXD-mode": mode, "X-LXD-uid": String(uid), "X-LXD-gid": String(gid) };
}
