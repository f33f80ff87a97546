import type { BucketPlace } from "./object-address.ts";

/** A file that is being uploaded into a bucket. */
export interface Upload extends BucketPlace {
  readonly id: number;
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  readonly state: "waiting" | "uploading" | "done" | "failed" | "cancelled";
  /** In bytes. */
  readonly sent: number;
  /** Null until enough data was sent. */
  readonly bytesPerSecond: number | null;
  /** Why it failed, as a sentence. */
  readonly problem: string | null;
}

// Kept outside the pages, so that uploads continue across navigation.
let uploads: readonly Upload[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export const currentUploads = () => uploads;

/** @returns unsubscribes the listener */
export function onUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly Upload[]) {
  uploads = next;
  for (const listener of listeners) listener();
}

/** @returns the ids, in order */
export function addUploads(added: readonly (BucketPlace & Pick<Upload, "key" | "size">)[]): readonly number[] {
  const fresh = added.map((upload): Upload => {
    lastId += 1;
    return { ...upload, id: lastId, state: "waiting", sent: 0, bytesPerSecond: null, problem: null };
  });
  set([...uploads, ...fresh]);
  return fresh.map(({ id }) => id);
}

export function changeUpload(
  id: number,
  change: Partial<Pick<Upload, "state" | "sent" | "bytesPerSecond" | "problem">>,
) {
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
}

/** Removes finished uploads. */
export function forgetEndedUploads() {
  set(uploads.filter(isUnderWay));
}

export function isUnderWay({ state }: Upload): boolean {
  return state === "waiting" || state === "uploading";
}
