import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, FulmarError } from "@fulmar/sdk";
import { UsageError } from "../failure.ts";
import { PartRefused, putPart } from "./put-part.ts";
import { readState, removeState, type UploadState, writeState } from "./upload-state.ts";

const MIB = 1024 ** 2;
/** The largest file of an image (docs/guides/images.md). */
const MOST_BYTES = 64 * 1024 * MIB;
/** The largest file is 4,096 of these, and a store takes 10,000. */
const PART_BYTES = 16 * MIB;
/** Parts on their way at a time. Each is in memory. */
const AT_ONCE = 4;
/** How many URLs are asked for in a request, and how long they hold. */
const URLS = { atOnce: 16, seconds: 6 * 3600 };
/** The pauses before a part is sent again. */
const PAUSES_MS = [500, 2_000, 5_000, 10_000, 20_000];

export interface Upload {
  readonly client: Client;
  readonly path: string;
  readonly bucketName: string;
  /** The file that remembers how far it came. */
  readonly stateFile: string;
  /** Gets how many bytes of how many the store has. */
  readonly onStored: (bytes: number, size: number) => void;
}

/**
 * Uploads a file in parts, and takes its SHA-256 as it is read. Parts that the store has from an earlier try are read
 * and compared, and not sent again.
 * @returns the state, with the sum of the whole file
 * @throws UsageError for a file that cannot be one of an image, FulmarError, PartRefused
 */
export async function uploadFile(upload: Upload): Promise<UploadState> {
  const handle = await open(upload.path).catch((cause: Error) => {
    throw new UsageError(`The file cannot be read: ${cause.message}.`, { cause });
  });
  try {
    const known = await knownState(upload, handle);
    if (known?.sha256 !== undefined) return known;
    try {
      return await send(upload, handle, known ?? (await begin(upload, handle)));
    } catch (error) {
      // The store discards uploads that are not completed within some days.
      if (known === undefined || !isGone(error)) throw error;
      return await send(upload, handle, await begin(upload, handle));
    }
  } finally {
    await handle.close();
  }
}

/** @throws UsageError if it is empty, too large, or no file */
async function factsOf(handle: FileHandle): Promise<Pick<UploadState, "size" | "modified_ms">> {
  const facts = await handle.stat();
  if (!facts.isFile()) throw new UsageError("It is no file.");
  if (facts.size === 0) throw new UsageError("The file is empty.");
  if (facts.size > MOST_BYTES) throw new UsageError("The file has more than 64 GiB, the most that an image takes.");
  return { size: facts.size, modified_ms: facts.mtimeMs };
}

/** What an earlier try left. That of a file which has changed since is discarded. */
async function knownState(upload: Upload, handle: FileHandle): Promise<UploadState | undefined> {
  const { size, modified_ms } = await factsOf(handle);
  const state = readState(upload.stateFile);
  if (state === undefined || (state.size === size && state.modified_ms === modified_ms)) return state;
  await discardUpload(upload, state);
  return undefined;
}

/** Removes what the store has of an upload, and its state. */
export async function discardUpload(
  { client, bucketName, stateFile }: Pick<Upload, "client" | "bucketName" | "stateFile">,
  { upload_id, object_key, sha256 }: UploadState,
): Promise<void> {
  const bucket = { bucket_name: bucketName };
  await (sha256 === undefined
    ? client.multipartUpload.abort({ ...bucket, upload_id })
    : client.object.delete({ ...bucket, object_keys: [object_key] })
  ).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
  removeState(stateFile);
}

async function begin({ client, path, bucketName, stateFile }: Upload, handle: FileHandle): Promise<UploadState> {
  const name = basename(path)
    .replaceAll(/[^\w.-]/g, "_")
    .slice(0, 100);
  const object_key = `image-uploads/${randomBytes(6).toString("hex")}/${name}`;
  const facts = await factsOf(handle);
  const { upload_id } = await client.multipartUpload.create({ bucket_name: bucketName, object_key });
  const state = { object_key, upload_id, part_bytes: PART_BYTES, ...facts, etags: {} };
  writeState(stateFile, state);
  return state;
}

async function send(upload: Upload, handle: FileHandle, state: UploadState): Promise<UploadState> {
  const { client, bucketName, stateFile } = upload;
  const { upload_id, part_bytes, size, modified_ms } = state;
  const place = { bucket_name: bucketName, upload_id };
  const count = Math.ceil(size / part_bytes);
  const urls = new PartUrls(client, place, count, (number) => String(number) in state.etags);
  const whole = createHash("sha256");
  const under = new Set<Promise<void>>();
  let [stored, failure] = [0, undefined as unknown];
  for (let number = 1; number <= count && failure === undefined; number++) {
    const part = await readPart(
      handle,
      (number - 1) * part_bytes,
      Math.min(part_bytes, size - (number - 1) * part_bytes),
    );
    whole.update(part);
    const md5 = createHash("md5").update(part).digest("hex");
    const finish = () => {
      stored += part.length;
      upload.onStored(stored, size);
    };
    if (state.etags[number] === md5) {
      finish();
      continue;
    }
    const sending = sendPart(urls, { number, part, md5 })
      .then(() => {
        state.etags[number] = md5;
        writeState(stateFile, state);
        finish();
      })
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => under.delete(sending));
    under.add(sending);
    if (under.size >= AT_ONCE) await Promise.race(under);
  }
  await Promise.all(under);
  if (failure !== undefined) throw failure;
  const now = await factsOf(handle);
  if (now.size !== size || now.modified_ms !== modified_ms)
    throw new UsageError("The file was changed while it was read; run the command again.");
  const parts = Array.from({ length: count }, (_, index) => ({
    part_number: index + 1,
    etag: state.etags[index + 1] ?? "",
  }));
  await client.multipartUpload.complete({ ...place, parts, size, only_new: true });
  state.sha256 = whole.digest("hex");
  writeState(stateFile, state);
  return state;
}

async function readPart(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await handle.read(part, read, length - read, at + read);
    if (bytesRead === 0) throw new UsageError("The file was cut off while it was read; run the command again.");
    read += bytesRead;
  }
  return part;
}

interface Part {
  readonly number: number;
  readonly part: Buffer;
  readonly md5: string;
}

/** A URL may have expired, and a server or a network may come back, so a part is tried some times. */
async function sendPart(urls: PartUrls, { number, part, md5 }: Part): Promise<void> {
  for (const wait of [...PAUSES_MS, undefined])
    try {
      return await putPart(await urls.take(number), part, md5);
    } catch (error) {
      if (wait === undefined || !(error instanceof PartRefused) || error.status === 404) throw error;
      await pause(wait);
    }
}

/** Whether an upload or its object is no longer there. */
function isGone(error: unknown): boolean {
  return (error instanceof FulmarError || error instanceof PartRefused) && error.status === 404;
}

/** The presigned URLs of parts, asked for in batches, in the order in which parts are sent. */
class PartUrls {
  readonly #client: Client;
  readonly #place: { readonly bucket_name: string; readonly upload_id: string };
  readonly #count: number;
  readonly #isStored: (number: number) => boolean;
  readonly #urls = new Map<number, string>();

  constructor(
    client: Client,
    place: { readonly bucket_name: string; readonly upload_id: string },
    count: number,
    isStored: (number: number) => boolean,
  ) {
    this.#client = client;
    this.#place = place;
    this.#count = count;
    this.#isStored = isStored;
  }

  /** One that was not used before: that of a failed try may have expired. */
  async take(number: number): Promise<string> {
    if (!this.#urls.has(number)) await this.#ask(number);
    const url = this.#urls.get(number);
    this.#urls.delete(number);
    if (url === undefined) throw new Error(`the URL of part ${number} was not answered`);
    return url;
  }

  async #ask(first: number): Promise<void> {
    const part_numbers = [first];
    for (let next = first + 1; next <= this.#count && part_numbers.length < URLS.atOnce; next++)
      if (!this.#isStored(next)) part_numbers.push(next);
    const { urls } = await this.#client.multipartUpload.createPartUrls({
      ...this.#place,
      part_numbers,
      expires_in: URLS.seconds,
    });
    for (const { part_number, url } of urls) this.#urls.set(part_number, url);
  }
}
