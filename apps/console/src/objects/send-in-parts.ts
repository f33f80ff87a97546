import type { AppRouter } from "@fulmar/trpc";
import type { TRPCClient } from "@trpc/client";
import { problemOf } from "@/client/problem.ts";
import { type FilePart, partsOf } from "./file-parts.ts";
import type { BucketPlace } from "./object-address.ts";
import { bucketInput } from "./object-queries.ts";
import { putFile, UploadError } from "./put-file.ts";

const AT_ONCE = 4;

/** A multipart upload in progress. Parts that it has are not sent again. */
export interface PartialUpload {
  readonly uploadId: string;
  /** The ETags of the stored parts, by part number. */
  readonly etags: Map<number, string>;
}

export interface LargeFile {
  readonly client: TRPCClient<AppRouter>;
  readonly place: BucketPlace;
  readonly key: string;
  readonly file: File;
  readonly replaces: boolean;
}

/** Begins a multipart upload. */
export async function beginParts({ client, place, key, file }: LargeFile): Promise<PartialUpload> {
  const type = file.type !== "" && { content_type: file.type };
  const { upload_id } = await client.multipartUpload.create.mutate({ ...bucketInput(place), object_key: key, ...type });
  return { uploadId: upload_id, etags: new Map() };
}

/**
 * Uploads the missing parts, several at a time, and completes the object. A failed part is retried alone, after a
 * pause.
 * @param onSent gets the number of bytes sent so far, over all parts
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
    // A part that fails for good stops the others. Stored parts are kept.
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

/** Discards an upload's stored parts. If that fails, the object store removes them after some days. */
export async function abortParts(
  { client, place }: Pick<LargeFile, "client" | "place">,
  { uploadId }: PartialUpload,
): Promise<void> {
  await client.multipartUpload.abort.mutate({ ...bucketInput(place), upload_id: uploadId });
}

/** Whether an upload that failed with this error cannot be resumed: it no longer exists, or the file has changed. */
export function isLost(error: unknown): boolean {
  return (
    error instanceof FileChangedError ||
    problemOf(error).kind === "not_found" ||
    (error instanceof UploadError && error.status === 404)
  );
}

class FileChangedError extends UploadError {}

/**
 * Browsers refuse to read a file that has changed since it was chosen. Reading one byte therefore tells whether all
 * parts are of the same file.
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

/** The number of URLs per request. */
const BATCH = 16;
/** Long enough to upload a batch over a slow connection. */
const EXPIRES_IN_SECONDS = 6 * 3600;

type UploadInput = ReturnType<typeof bucketInput> & { readonly upload_id: string };

/** Provides the signed URLs of parts. It requests them in batches, in the order in which they are needed. */
class PartUrlQueue {
  readonly #client: TRPCClient<AppRouter>;
  readonly #input: UploadInput;
  /** Part numbers without a requested URL. */
  readonly #unasked: number[];
  readonly #urls = new Map<number, Promise<string>>();

  constructor(client: TRPCClient<AppRouter>, input: UploadInput, parts: readonly { readonly number: number }[]) {
    this.#client = client;
    this.#input = input;
    this.#unasked = parts.map(({ number }) => number);
  }

  /** Takes a URL that was not used before: the URL of a failed attempt may have expired. */
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
      // The caller that takes this URL handles a failure. An unused URL's failure is ignored.
      url.catch(() => undefined);
      this.#urls.set(number, url);
    }
    return this.#urls;
  }
}

/** The pause before each retry. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
/** No answer, an expired signature (a new one is requested), or a slow or busy server. */
const PASSING_STATUS = new Set([0, 403, 408, 429, 500, 502, 503, 504]);
const PASSING_KINDS = new Set(["unavailable", "rate_limited", "internal"]);

/**
 * Retries work that fails temporarily, for example on a lost connection, until it succeeds or has failed too often. The
 * pause ends early when the browser is online again.
 * @throws the error of the last attempt, and the signal's reason when it is aborted
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
