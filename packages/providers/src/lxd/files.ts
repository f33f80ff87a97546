import { pathOfInstance } from "./instances.ts";
import type { LxdSite } from "./lxd-site.ts";

/** The files read from guests are lists of accounts and keys, but the guest's root controls their size. */
const LARGEST_FILE_BYTES = 4 * 1024 * 1024;

export interface GuestFile {
  readonly path: string;
  readonly content: string;
  /** Such as `0600`. */
  readonly mode: string;
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** Writes a file into a running or stopped guest. Its folder must exist. */
export async function pushFile(
  { client }: LxdSite,
  name: string,
  { path, content, mode, owner = ROOT }: GuestFile,
  signal: AbortSignal,
): Promise<void> {
  await client.upload(pathOfInstance(name, "files"), content, headersOf("file", mode, owner), signal, { path });
}

/** Creates a folder in a guest, if missing. */
export async function pushFolder(
  { client }: LxdSite,
  name: string,
  path: string,
  mode: string,
  signal: AbortSignal,
  owner = ROOT,
): Promise<void> {
  if ((await client.download(pathOfInstance(name, "files"), signal, { path }, LARGEST_FILE_BYTES)) !== undefined)
    return;
  await client.upload(pathOfInstance(name, "files"), "", headersOf("directory", mode, owner), signal, { path });
}

/**
 * @returns undefined when the guest has no such file @throws ProviderError when the file is too large
 */
export async function pullFile(
  { client }: LxdSite,
  name: string,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const bytes = await client.download(pathOfInstance(name, "files"), signal, { path }, LARGEST_FILE_BYTES);
  return bytes?.toString();
}

export async function removeFile({ client }: LxdSite, name: string, path: string, signal: AbortSignal): Promise<void> {
  await client.remove(pathOfInstance(name, "files"), signal, { path });
}

const ROOT = { uid: 0, gid: 0 };

/** LXD and Incus each read headers with their own prefix. */
function headersOf(
  type: "file" | "directory",
  mode: string,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): Record<string, string> {
  const said = { type, mode, uid: String(uid), gid: String(gid), write: "overwrite" };
  const both = Object.entries(said).flatMap(([key, value]) =>
    ["LXD", "Incus"].map((server) => [`X-${server}-${key}`, value] as const),
  );
  return { "content-type": "application/octet-stream", ...Object.fromEntries(both) };
}
