import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CATALOG_IMAGE_FORMATS } from "@fulmar/contract";
import { checkImageFile, RefusedFile } from "@fulmar/image-files";
import { DomainError } from "../request/domain-error.ts";
import { FetchFailed, fetchFile } from "./fetch-file.ts";

const GIB = 1024 ** 3;
/** As of images that people bring (docs/adr/0139): the file, and what it may have besides the disk. */
const MOST_FILE = 64 * GIB;
const MOST_BESIDES = GIB / 4;
const TIMEOUT_MS = 3_600_000;

interface CatalogFile {
  readonly url: string;
  /** In small hexadecimal digits. */
  readonly sha256: string;
  readonly format: (typeof CATALOG_IMAGE_FORMATS)[number];
  /** The smallest disk that it fits on. */
  readonly minDiskGb: number;
  /** Whether addresses that are not public are allowed, which tests and development say. */
  readonly privateTargets: boolean;
}

/**
 * Fetches the file of an image of the catalog, checks it, and has it brought to a site. The file is in a folder of its
 * own, which is removed in any case.
 * @param bring gets the path of the file
 * @throws DomainError 503 with a sentence about the file or its server
 */
export async function bringCatalogImage(
  { url, sha256, format, minDiskGb, privateTargets }: CatalogFile,
  signal: AbortSignal,
  bring: (path: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "fulmar-image-"));
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const path = join(folder, "image");
    const mostBytes = Math.min(minDiskGb * GIB + MOST_BESIDES, MOST_FILE);
    const reach = privateTargets ? "any" : "public";
    const fetched = await fetchFile(url, { reach, mostBytes, path }, limited);
    if (fetched.sha256 !== sha256)
      throw new RefusedFile(`The file has the SHA-256 ${fetched.sha256}, and not the one of the request.`);
    if (format === "squashfs") await requireSquashfs(path);
    else await checkImageFile(path, format, minDiskGb);
    await bring(path);
  } catch (error) {
    signal.throwIfAborted();
    if (limited.aborted) throw new DomainError("unavailable", "The file could not be fetched within an hour.");
    if (error instanceof RefusedFile || error instanceof FetchFailed)
      throw new DomainError("unavailable", error.message, { cause: error });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A squashfs names no other file, so its beginning is enough. */
async function requireSquashfs(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (buffer.toString("latin1") !== "hsqs") throw new RefusedFile("The file is no squashfs.");
  } finally {
    await file.close();
  }
}
