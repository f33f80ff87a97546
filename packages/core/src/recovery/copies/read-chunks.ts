import { ProviderError } from "@fulmar/providers";
import { type IndexedChunk, readIndex } from "./chunk-index.ts";
import { openChunk, packName, sealedChunkBytes } from "./chunk-pack.ts";
import type { OpenDestination } from "./destination-access.ts";
import type { StoredObject } from "./needed-objects.ts";
import { openObject, UnopenedObject } from "./sealed-object.ts";

/** Chunks that follow one another in a pack are read together, up to so many bytes. */
const RUN_BYTES = 8 * 1024 * 1024;

/** The chunks that the index of a file lists. @throws ProviderError */
export async function* indexedChunks(
  { bucket, prefix, key }: OpenDestination,
  index: StoredObject,
  signal: AbortSignal,
): AsyncGenerator<IndexedChunk> {
  const name = packName(index);
  try {
    yield* readIndex(openObject(key, name, await bucket.read(`${prefix}${name}`, signal)));
  } catch (error) {
    throw toldOf(name, error);
  }
}

/**
 * The content of a file, of its chunks. Each chunk is checked before it is passed on.
 * @throws ProviderError that names the object
 */
export async function* readChunks(
  destination: OpenDestination,
  index: StoredObject,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let run: IndexedChunk[] = [];
  let last: { readonly chunk: IndexedChunk; readonly content: Buffer } | undefined;
  for await (const chunk of indexedChunks(destination, index, signal)) {
    if (run.length > 0 && !isNext(run, chunk)) {
      for await (const content of readRun(destination, run, signal)) {
        yield content;
        last = { chunk: run.at(-1) ?? chunk, content };
      }
      run = [];
    }
    // Empty parts of a disk are one chunk again and again.
    if (run.length === 0 && last?.chunk.pack === chunk.pack && last.chunk.place === chunk.place) yield last.content;
    else run.push(chunk);
  }
  yield* readRun(destination, run, signal);
}

function isNext(run: readonly IndexedChunk[], { pack, place, offset }: IndexedChunk): boolean {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || last.pack !== pack) return false;
  const end = last.offset + sealedChunkBytes(last);
  return place === last.place + 1 && offset === end && end - first.offset < RUN_BYTES;
}

async function* readRun(
  { bucket, prefix, key }: OpenDestination,
  run: readonly IndexedChunk[],
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const [first] = run;
  if (first === undefined) return;
  const name = packName(first.pack);
  const length = run.reduce((sum, chunk) => sum + sealedChunkBytes(chunk), 0);
  try {
    const bytes = await bucket.readPart(`${prefix}${name}`, first.pack.headBytes + first.offset, length, signal);
    if (bytes.byteLength < length) throw new UnopenedObject("The object is cut off.");
    for (const chunk of run) {
      const from = chunk.offset - first.offset;
      yield await openChunk(key, chunk, bytes.subarray(from, from + sealedChunkBytes(chunk)));
    }
  } catch (error) {
    throw toldOf(name, error);
  }
}

/** What is wrong with an object of a copy, as a sentence with its name. Names are ours. */
function toldOf(name: string, error: unknown): unknown {
  if (error instanceof UnopenedObject) return damaged(name, error);
  if (error instanceof ProviderError && error.code === "object_not_found")
    return new ProviderError(error.code, `${name} of the copy is no longer in the bucket; choose another copy.`, {
      ...{ retryable: false, cause: error },
    });
  return error;
}

export function damaged(name: string, cause: UnopenedObject): ProviderError {
  return new ProviderError(
    "copy_unreadable",
    `${name} of the copy is damaged, cut off, or not what was written there; choose another copy.`,
    { retryable: false, cause },
  );
}
