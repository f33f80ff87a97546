import { type DestinationBucket, ProviderError } from "@fulmar/providers";
import { openHead, PACK_HEAD, type Pack, packName, packsOf, sealedChunkBytes } from "./chunk-pack.ts";
import type { CopiedFile } from "./copy-manifest.ts";
import type { OpenDestination } from "./destination-access.ts";
import { ObjectSet, type StoredObject } from "./needed-objects.ts";
import { indexedChunks } from "./read-chunks.ts";
import { UnopenedObject } from "./sealed-object.ts";
import { type KnownChunks, remember } from "./write-chunks.ts";

/** Pages of a thousand keys of one session. The largest disk has a million packs. */
const MOST_PAGES = 1_200;
/** An index that is damaged or gone. Its copy is of no use, and neither are the chunks that it alone lists. */
const MISSING: ReadonlySet<string> = new Set(["copy_unreadable", "object_not_found"]);

/** The keys under a prefix, in pages. @returns whether these were all */
export async function* pagesOf(bucket: DestinationBucket, under: string, mostPages: number, signal: AbortSignal) {
  for (let after = "", page = 0; page < mostPages; page++) {
    const keys = await bucket.list(under, after, signal);
    const last = keys.at(-1);
    // A server that answers what was asked for already would never end.
    if (last === undefined || last <= after) return true;
    yield keys;
    after = last;
  }
  return false;
}

/** The objects of a session that are in the bucket. */
export async function* objectsOf(
  { bucket, prefix }: OpenDestination,
  session: string,
  signal: AbortSignal,
): AsyncGenerator<StoredObject> {
  const under = `${prefix}${packsOf(session)}`;
  for await (const keys of pagesOf(bucket, under, MOST_PAGES, signal))
    for (const key of keys) {
      const name = key.slice(under.length);
      if (key.startsWith(under) && /^(0|[1-9][0-9]{0,9})$/.test(name)) yield { session, number: Number(name) };
    }
}

/**
 * The chunks that need not be written again: those of an earlier copy, and those of former attempts at this one. Chunks
 * of a pack of which the earlier copy needs less than half are left out, so that packs of which little is needed go in
 * time, and a copy needs at most twice the bytes that it has. What cannot be read is written again.
 */
export async function earlierChunks(
  destination: OpenDestination,
  earlier: { readonly files: readonly Pick<CopiedFile, "index">[] } | undefined,
  sessions: readonly string[],
  signal: AbortSignal,
): Promise<KnownChunks> {
  const known: KnownChunks = new Map();
  for (const session of sessions) await ofSession(destination, session, known, signal);
  const found: Found = { chunks: new Map(), packs: new Map() };
  for (const { index } of earlier?.files ?? [])
    if (index !== undefined) await ofIndex(destination, index, found, signal);
  const packs = [...found.packs.values()];
  const there = await presentOf(destination, new Set(packs.map(({ pack }) => pack.session)), signal);
  const kept = new Set(
    packs
      .filter(({ pack, needed }) => there.has(pack) && needed * 2 >= pack.bytes - pack.headBytes)
      .map(({ pack }) => pack),
  );
  for (const [fingerprint, chunk] of found.chunks) if (kept.has(chunk.pack)) remember(known, fingerprint, chunk);
  return known;
}

/** Chunks of an earlier copy, and how many bytes it needs of each pack. */
interface Found {
  readonly chunks: KnownChunks;
  readonly packs: Map<string, { readonly pack: Pack; needed: number }>;
}

/** An attempt that ended has left packs, each of which says what it has. */
async function ofSession(destination: OpenDestination, session: string, known: KnownChunks, signal: AbortSignal) {
  const { bucket, prefix, key } = destination;
  for await (const object of objectsOf(destination, session, signal)) {
    const beginning = await bucket.readPart(`${prefix}${packsOf(session)}${object.number}`, 0, PACK_HEAD, signal);
    try {
      for (const { fingerprint, ...chunk } of openHead(key, object, beginning)) remember(known, fingerprint, chunk);
    } catch (error) {
      // An index, or what is damaged.
      if (!(error instanceof UnopenedObject)) throw error;
    }
  }
}

async function ofIndex(destination: OpenDestination, index: StoredObject, found: Found, signal: AbortSignal) {
  try {
    for await (const { fingerprint, ...chunk } of indexedChunks(destination, index, signal)) {
      if (found.chunks.has(fingerprint)) continue;
      // Two files of the copy may need the same pack.
      const name = packName(chunk.pack);
      const of = found.packs.get(name) ?? { pack: chunk.pack, needed: 0 };
      found.packs.set(name, of);
      of.needed += sealedChunkBytes(chunk);
      remember(found.chunks, fingerprint, { ...chunk, pack: of.pack });
    }
  } catch (error) {
    if (!(error instanceof ProviderError && MISSING.has(error.code))) throw error;
  }
}

async function presentOf(destination: OpenDestination, sessions: ReadonlySet<string>, signal: AbortSignal) {
  const present = new ObjectSet();
  for (const session of sessions)
    for await (const object of objectsOf(destination, session, signal)) present.add(object);
  return present;
}
