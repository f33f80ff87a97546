import type { AppRouter } from "@fulmar/trpc";
import type { TRPCClient } from "@trpc/client";
import { problemOf } from "@/client/problem.ts";
import { type FilePart, partsOf } from "./file-parts.ts";
import type { BucketPlace } from "./object-address.ts";
import { bucketInput } from "./object-queries.ts";
import { putFile, UploadError } from "./put-file.ts";

const AT_ONCE = 4;

/** An upload in parts that has begun: what there is of it need not be sent again. */
export interface PartialUpload {
  readonly uploadId: string;
  /** By the numbers of the parts that the object store has. */
  readonly etags: Map<number, string>;
}

export interface LargeFile {
  readonly client: TRPCClient<AppRouter>;
  readonly place: BucketPlace;
  readonly key: string;
  readonly file: File;
  readonly replaces: boolean;
}

/** Begins an upload in parts. */
export async function beginParts({ client, place, key, file }: LargeFile): Promise<PartialUpload> {
  const type = file.type !== "" && { content_type: file.type };
  const { upload_id } = await client.multipartUpload.create.mutate({ ...bucketInput(place), object_key: key, ...type });
  return { uploadId: upload_id, etags: new Map() };
}

/**
 * Sends the parts that are missing, several at a time, and makes an object of all of them. A part that fails is sent
 * again alone, after a pause.
 * @param onSent gets the bytes that have been sent so far, of all parts together
 * @throws UploadError, TRPCClientError, and the signal's reason when it is aborted
 */
export async function sendInParts(
  large: LargeFile,
  { uploadId, etags }: PartialUpload,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { client, place, file, replaces } = large;
  const parts = partsOf(file.size);
  const sent = new Map(
    parts.filter(({ number }) => etags.has(number)).map((part) => [part.number, part.end - part.start]),
  );
  const tell = (number: number, bytes: number) => {
    sent.set(number, bytes);
    onSent([...sent.values()].reduce((sum, each) => sum + each, 0));
  };
  const missing = parts.filter(({ number }) => !etags.has(number));
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const input = { ...bucketInput(place), upload_id: uploadId };
  const urls = new PartUrlQueue(client, input, missing);

  const sendPart = async ({ number, start, end }: FilePart) => {
    const etag = await tryAgain(async () => {
      tell(number, 0);
      try {
        return await putFile(
          file.slice(start, end),
          { url: await urls.take(number), headers: {} },
          (bytes) => tell(number, bytes),
          stop,
        );
      } catch (error) {
        stop.throwIfAborted();
        await requireUnchanged(file);
        throw error;
      }
    }, stop);
    etags.set(number, etag);
    tell(number, end - start);
  };
  const waiting = missing.values();
  const sendNext = async () => {
    for (const part of waiting) await sendPart(part);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
  } catch (error) {
    // One that cannot be sent ends the others; those that have arrived are kept.
    failed.abort(error);
    throw error;
  }
  await requireUnchanged(file);
  const named = parts.map(({ number }) => ({ part_number: number, etag: etags.get(number) ?? "" }));
  await tryAgain(
    () => client.multipartUpload.complete.mutate({ ...input, parts: named, size: file.size, only_new: !replaces }),
    signal,
  );
}

/**
 * Throws away what has arrived of an upload. What cannot be thrown away now, the object store forgets after some days.
 */
export async function abortParts(
  { client, place }: Pick<LargeFile, "client" | "place">,
  { uploadId }: PartialUpload,
): Promise<void> {
  await client.multipartUpload.abort.mutate({ ...bucketInput(place), upload_id: uploadId });
}

/** Whether an upload that failed so is of no more use: it is gone, or the file is another one by now. */
export function isLost(error: unknown): boolean {
  return (
    error instanceof FileChangedError ||
    problemOf(error).kind === "not_found" ||
    (error instanceof UploadError && error.status === 404)
  );
}

class FileChangedError extends UploadError {}

/**
 * A browser reads a file only as long as it is the one that was chosen: of one byte it says whether all parts are of
 * the same file.
 */
async function requireUnchanged(file: File): Promise<void> {
  try {
    await file.slice(-1).arrayBuffer();
  } catch (cause) {
    throw Object.assign(
      new FileChangedError(400, "The file was moved or changed since it was chosen; choose it again."),
      { cause },
    );
  }
}

/** So many URLs are asked for at once. */
const BATCH = 16;
/** Long enough for a batch over a slow line. */
const EXPIRES_IN_SECONDS = 6 * 3600;

type UploadInput = ReturnType<typeof bucketInput> & { readonly upload_id: string };

/** The permissions to send parts: asked for several at a time, in the order in which they are needed. */
class PartUrlQueue {
  readonly #client: TRPCClient<AppRouter>;
  readonly #input: UploadInput;
  /** Numbers of parts that no URL was asked for yet. */
  readonly #unasked: number[];
  readonly #urls = new Map<number, Promise<string>>();

  constructor(client: TRPCClient<AppRouter>, input: UploadInput, parts: readonly { readonly number: number }[]) {
    this.#client = client;
    this.#input = input;
    this.#unasked = parts.map(({ number }) => number);
  }

  /** A URL that was not given out before: one that failed may have expired. */
  take(number: number): Promise<string> {
    if (this.#unasked.includes(number)) this.#ask(this.#unasked.splice(0, BATCH));
    const url = this.#urls.get(number) ?? this.#ask([number]).get(number);
    this.#urls.delete(number);
    if (url === undefined) throw new Error(`there is no part ${number}`);
    return url;
  }

  #ask(numbers: number[]): ReadonlyMap<number, Promise<string>> {
    const answer = this.#client.multipartUpload.createPartUrls.mutate({
      ...this.#input,
      part_numbers: numbers,
      expires_in: EXPIRES_IN_SECONDS,
    });
    for (const number of numbers) {
      const url = answer.then(({ urls }) => {
        const found = urls.find(({ part_number }) => part_number === number);
        if (found === undefined) throw new Error(`the URL of part ${number} was not answered`);
        return found.url;
      });
      // Whoever takes it hears of a failure; who never does need not.
      url.catch(() => undefined);
      this.#urls.set(number, url);
    }
    return this.#urls;
  }
}

/** How long is waited before each further attempt. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
/** No answer, an expired permission (a new one is asked for), a slow or busy server. */
const PASSING_STATUS = new Set([0, 403, 408, 429, 500, 502, 503, 504]);
const PASSING_KINDS = new Set(["unavailable", "rate_limited", "internal"]);

/**
 * Does something that may fail for a while, as when a connection is lost, until it succeeds or has failed too often.
 * The wait ends early when the browser is online again.
 * @throws what the last attempt threw, and the signal's reason when it is aborted
 */
async function tryAgain<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!mayPass(error)) throw error;
    }
    await wait(pause, signal);
  }
  return work();
}

function mayPass(error: unknown): boolean {
  return error instanceof UploadError ? PASSING_STATUS.has(error.status) : PASSING_KINDS.has(problemOf(error).kind);
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
