// Disks in Ceph are raw, and files of disks are qcow2. They are converted on this machine, in its temporary folder.
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { rawOfQcow2 } from "@fulmar/image-files";
import { ProviderError } from "../../../ports/provider-error.ts";
import type { CephAccess } from "../../machine/disk-source.ts";
import { unfit } from "../../site/unfit.ts";
import type { DiskFile } from "../disks.ts";
import { type CephCommands, runProgram } from "./ceph-commands.ts";

/**
 * Converts a qcow2 in a jail, since it is a stranger's, and has the raw disk imported.
 * @param file.content a path, or what its bytes come from
 * @throws RefusedFile for what cannot be read as one, and what reading the content throws
 */
export async function importQcow2(
  { content, length }: { readonly content: string | AsyncIterable<Uint8Array>; readonly length: bigint },
  bring: (raw: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "fulmar-disk-"));
  try {
    const [file, raw] = [join(folder, "qcow2"), join(folder, "raw")];
    const bytes = typeof content === "string" ? createReadStream(content) : content;
    await pipeline(bytes, createWriteStream(file), { signal });
    if (BigInt((await stat(file)).size) !== length) throw new Error("The file of a disk has another length.");
    await rawOfQcow2(file, raw, signal);
    await bring(raw);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Opens an image that no machine writes as a qcow2, which takes room in the temporary folder until it is closed. */
export async function openAsQcow2(
  commands: CephCommands,
  { pool, user }: CephAccess,
  image: string,
  signal: AbortSignal,
): Promise<DiskFile> {
  const folder = await mkdtemp(join(tmpdir(), "fulmar-disk-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const [configuration, file] = [join(folder, "ceph.conf"), join(folder, "qcow2")];
    await writeFile(configuration, await commands.configuration(signal), { mode: 0o600 });
    const source = `rbd:${pool}/${image}:id=${user}:conf=${configuration}`;
    const { code, stderr } = await runProgram(
      ["qemu-img", "convert", "-f", "raw", "-O", "qcow2", source, file],
      {},
      signal,
    );
    if (code !== 0) throw unread(stderr);
    const sizeBytes = BigInt((await stat(file)).size);
    const content = createReadStream(file);
    const close = async () => {
      content.destroy();
      await remove();
    };
    return { sizeBytes, content, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

function unread(said: string): ProviderError {
  if (/Unknown protocol 'rbd'/.test(said))
    return unfit("The worker's qemu-img knows no rbd: install qemu-block-extra.");
  return new ProviderError(
    "provider_unavailable",
    "The site's Ceph did not give a disk; the operation can be tried again in a moment.",
    { retryable: true, cause: new Error(said.slice(-1_000)) },
  );
}
