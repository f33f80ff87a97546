import { closeSync, fsync, linkSync, openSync, unlinkSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { parentPort } from "node:worker_threads";
import { hasCode, sync } from "./disk.ts";
import type { Failure, Order, Outcome } from "./small-writes.ts";

/*
 * The thread of small-writes.ts. The short calls of the file system are made one after the other here, where they hold
 * up no request. The syncs of an order run at once, so that one commit of the file system's journal makes all its files
 * durable.
 */

const syncDescriptor = promisify(fsync);

parentPort?.on("message", async ({ number, files, bytes, removals }: Order) => {
  const removed = removals.map((path) => attempt(() => unlinkIfThereNow(path)).failure);
  const outcome: Outcome = { number, written: await writeAll(files, bytes), removed };
  parentPort?.postMessage(outcome);
});

/** Writes and syncs each file, and syncs their folders. @returns the failure of each */
async function writeAll(files: Order["files"], bytes: Uint8Array): Promise<(Failure | null)[]> {
  let at = 0;
  const begun = files.map(({ incoming, path, size }) => {
    const content = bytes.subarray(at, at + size);
    at += size;
    return { folder: dirname(path), ...begin(incoming, path, content) };
  });
  const folders = new Map([...new Set(begun.map(({ folder }) => folder))].map((path) => [path, failureOf(sync(path))]));
  return Promise.all(
    begun.map(async ({ folder, descriptor, failure }) => {
      if (descriptor === null) return failure;
      const unsynced = await failureOf(syncDescriptor(descriptor));
      closeSync(descriptor);
      return unsynced ?? (await folders.get(folder)) ?? null;
    }),
  );
}

type Begun =
  | { readonly descriptor: number; readonly failure: null }
  | { readonly descriptor: null; readonly failure: Failure | null };

/** Creates a file with its bytes and both its names, and leaves it open. */
function begin(incoming: string, path: string, content: Uint8Array): Begun {
  const { value: descriptor, failure: unopened } = attempt(() => openSync(incoming, "wx", 0o600));
  if (descriptor === undefined) return { descriptor: null, failure: unopened };
  const { failure } = attempt(() => {
    for (let written = 0; written < content.length; ) written += writeSync(descriptor, content, written);
    linkSync(incoming, path);
  });
  if (failure === null) return { descriptor, failure };
  closeSync(descriptor);
  return { descriptor: null, failure };
}

function unlinkIfThereNow(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
}

function attempt<Value>(work: () => Value): { readonly value?: Value; readonly failure: Failure | null } {
  try {
    return { value: work(), failure: null };
  } catch (error) {
    return { failure: failureFor(error) };
  }
}

function failureOf(work: Promise<void>): Promise<Failure | null> {
  return work.then(() => null, failureFor);
}

/** A message does not carry the code of an error, so the code is a field of its own. */
function failureFor(error: unknown): Failure {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  return { message: error instanceof Error ? error.message : String(error), code };
}
