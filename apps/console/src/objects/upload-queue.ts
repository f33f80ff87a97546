import type { AppRouter } from "@fulmar/trpc";
import type { TRPCClient } from "@trpc/client";
import { problemOf } from "@/client/problem.ts";
import { isDownloading } from "./download.ts";
import { PARTS_FROM } from "./file-parts.ts";
import type { BucketPlace } from "./object-address.ts";
import { bucketInput } from "./object-queries.ts";
import { putFile, UploadError } from "./put-file.ts";
import { abortParts, beginParts, isLost, type PartialUpload, sendInParts } from "./send-in-parts.ts";
import { newPace } from "./upload-pace.ts";
import {
  addUploads,
  changeUpload,
  currentUploads,
  forgetEndedUploads,
  isUnderWay,
  type Upload,
} from "./upload-store.ts";

const AT_ONCE = 3;

interface NewUpload {
  readonly key: string;
  readonly file: File;
  /** Whether the user chose to replace an object of this name. */
  readonly replaces: boolean;
  /** What is done with the object. If it fails, the upload has failed, and a retry does this alone. */
  readonly afterwards?: () => Promise<void>;
}

interface Job extends NewUpload {
  readonly client: TRPCClient<AppRouter>;
  readonly place: BucketPlace;
  /** The stored parts of a large file that failed. A retry resumes from there. */
  partial?: PartialUpload | undefined;
  /** Whether the file is an object already. */
  stored?: true;
}

/** By upload id: the files of uploads that have not succeeded, and the functions that stop running ones. */
const jobs = new Map<number, Job>();
const stops = new Map<number, AbortController>();

/** Uploads files in order, a few at a time, on whatever page the user is. */
export function startUploads(client: TRPCClient<AppRouter>, place: BucketPlace, files: readonly NewUpload[]) {
  const ids = addUploads(files.map(({ key, file }) => ({ ...place, key, size: file.size })));
  for (const [index, id] of ids.entries()) {
    const upload = files[index];
    if (upload !== undefined) jobs.set(id, { ...upload, client, place });
  }
  sendNext();
}

/** Stops one upload and discards its sent data. */
export function cancelUpload(id: number) {
  changeUpload(id, { state: "cancelled" });
  stops.get(id)?.abort();
  forgetJob(id);
  sendNext();
}

export function cancelAllUploads() {
  // From the end, so that no waiting upload begins meanwhile.
  for (const { id } of currentUploads().filter(isUnderWay).toReversed()) cancelUpload(id);
}

/** Removes finished uploads, including the files of failed ones that could have been retried. */
export function forgetUploads() {
  for (const upload of currentUploads()) if (!isUnderWay(upload)) forgetJob(upload.id);
  forgetEndedUploads();
}

function forgetJob(id: number) {
  const job = jobs.get(id);
  jobs.delete(id);
  if (job?.partial !== undefined) void throwAway(job, job.partial);
}

async function throwAway(job: Job, partial: PartialUpload): Promise<void> {
  // If this fails, the object store removes the parts after some days.
  await abortParts(job, partial).catch(() => undefined);
}

/** Retries a failed upload after the waiting ones. */
export function retryUpload(id: number) {
  changeUpload(id, { state: "waiting", sent: 0, bytesPerSecond: null, problem: null });
  sendNext();
}

export function retryAllUploads() {
  for (const { id, state } of currentUploads()) if (state === "failed") retryUpload(id);
}

function sendNext() {
  for (const upload of currentUploads()) {
    const job = jobs.get(upload.id);
    if (stops.size < AT_ONCE && upload.state === "waiting" && job !== undefined) void send(upload, job);
  }
  if (currentUploads().some(isUnderWay)) window.addEventListener("beforeunload", warnBeforeLeaving);
  else window.removeEventListener("beforeunload", warnBeforeLeaving);
}

async function send({ id, size }: Upload, job: Job): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  changeUpload(id, { state: "uploading" });
  try {
    const paceOf = newPace(performance.now());
    const onSent = (sent: number) => {
      if (!stop.signal.aborted) changeUpload(id, { sent, bytesPerSecond: paceOf(sent, performance.now()) });
    };
    if (job.stored !== true) await (size < PARTS_FROM ? sendWhole : sendLarge)(job, onSent, stop.signal);
    job.stored = true;
    job.partial = undefined;
    await job.afterwards?.();
    changeUpload(id, { state: "done", sent: size });
    jobs.delete(id);
  } catch (error) {
    if (!stop.signal.aborted)
      changeUpload(id, {
        state: "failed",
        problem: error instanceof UploadError ? error.message : problemOf(error).detail,
      });
  } finally {
    stops.delete(id);
    sendNext();
  }
}

type Send = (job: Job, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<void>;

const sendWhole: Send = async ({ client, place, key, file, replaces }, onSent, signal) => {
  // The signed URL is requested only when it is needed, so that it does not expire while the file waits.
  const type = file.type !== "" && { content_type: file.type };
  const to = await client.object.createUploadUrl.mutate({ ...bucketInput(place), object_key: key, ...type });
  // An object that was created since the lookup is not replaced either.
  const headers = replaces ? to.headers : { ...to.headers, "if-none-match": "*" };
  await putFile(file, { url: to.url, headers }, onSent, signal);
};

const sendLarge: Send = async (job, onSent, signal) => {
  job.partial ??= await beginParts(job);
  try {
    if (signal.aborted) await throwAway(job, job.partial);
    signal.throwIfAborted();
    await sendInParts(job, job.partial, onSent, signal);
  } catch (error) {
    if (isLost(error)) forgetPartial(job);
    throw error;
  }
};

function forgetPartial(job: Job) {
  if (job.partial !== undefined) void throwAway(job, job.partial);
  job.partial = undefined;
}

/** Triggers the browser's own warning. Downloads do not leave the page, although browsers fire this event for them. */
function warnBeforeLeaving(event: BeforeUnloadEvent) {
  if (!isDownloading()) event.preventDefault();
}
