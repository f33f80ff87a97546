// Contents as chunks in a bucket: written once, found again, and refused where the bucket answers something else.
import { createHash, randomBytes } from "node:crypto";
import { DestinationBucket } from "@fulmar/providers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newSession, packName } from "../../src/recovery/copies/chunk-pack.ts";
import type { OpenDestination } from "../../src/recovery/copies/destination-access.ts";
import { earlierChunks } from "../../src/recovery/copies/earlier-chunks.ts";
import { readChunks } from "../../src/recovery/copies/read-chunks.ts";
import { newKey } from "../../src/recovery/copies/sealed-object.ts";
import { ChunkWriter, type KnownChunks, type WrittenFile } from "../../src/recovery/copies/write-chunks.ts";
import { startBucket } from "./bucket-double.ts";

const MIB = 1024 * 1024;
const { signal } = new AbortController();
let server: Awaited<ReturnType<typeof startBucket>>;
let destination: OpenDestination;
beforeAll(async () => {
  server = await startBucket();
  const key = { accessKeyId: "AKELSEWHERE", secretAccessKey: "secret" };
  const bucket = new DestinationBucket({ endpoint: server.endpoint, region: "us-east-1", name: "elsewhere", key });
  destination = { bucket, prefix: "p/", key: newKey() };
});
afterAll(async () => {
  await destination.bucket.close();
  await server.close();
});
beforeEach(() => {
  server.objects.clear();
});

async function* piecesOf(content: Buffer) {
  for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000);
}
const write = (content: Buffer, known: KnownChunks = new Map(), session = newSession()) =>
  new ChunkWriter(destination, session, known, signal).write(piecesOf(content), 10);
async function read({ index }: Pick<WrittenFile, "index">): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readChunks(destination, index, signal)) pieces.push(piece);
  return Buffer.concat(pieces);
}
const earlier = (...files: WrittenFile[]) => earlierChunks(destination, { files }, [], signal);
const stored = () => [...server.objects.values()].reduce((sum, { length }) => sum + length, 0);
/** What a write adds to the bucket. */
async function added(content: Buffer, known: KnownChunks) {
  const before = stored();
  return { file: await write(content, known), bytes: stored() - before };
}

test.each([0, 1, 300_000, 20 * MIB])("a content of %i bytes comes back", async (length) => {
  const content = randomBytes(length);
  const file = await write(content);
  expect(file).toMatchObject({ sizeBytes: length, sha256: createHash("sha256").update(content).digest("hex") });
  expect((await read(file)).equals(content)).toBe(true);
  expect(file.objects.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(stored());
});

test("a second copy writes what has changed, wherever it is moved to", async () => {
  const content = randomBytes(20 * MIB);
  const first = await write(content);
  const unchanged = await added(content, await earlier(first));
  expect(unchanged.bytes).toBeLessThan(20_000);
  const changed = Buffer.concat([Buffer.from("moved"), content]);
  randomBytes(400_000).copy(changed, 10 * MIB);
  const second = await added(changed, await earlier(first));
  expect(second.bytes).toBeLessThan(4 * MIB);
  expect((await read(second.file)).equals(changed)).toBe(true);
  // A third one finds the chunks of both.
  expect((await added(changed, await earlier(second.file))).bytes).toBeLessThan(20_000);
});

test("empty parts of a disk are written once and read once, and what compresses is stored compressed", async () => {
  const content = Buffer.concat([randomBytes(MIB), Buffer.alloc(64 * MIB), randomBytes(MIB)]);
  const { file, bytes } = await added(content, new Map());
  expect(bytes).toBeLessThan(2.2 * MIB);
  const reads: string[] = [];
  server.faults.hold = (method, key) => void reads.push(`${method} ${key}`);
  expect((await read(file)).equals(content)).toBe(true);
  server.faults.hold = () => undefined;
  expect(reads.length).toBeLessThan(8);
});

test("nothing in the bucket tells what a content is, or which contents are the same", async () => {
  const content = Buffer.from("all of this is secret ".repeat(50_000));
  const [one, other] = [await write(content), await write(content)];
  for (const [key, object] of server.objects) {
    expect(key).toMatch(/^p\/packs\/[0-9a-f]{32}\/\d+$/);
    expect(object.toString("latin1")).not.toContain("secret");
  }
  const [pack, same] = [one, other].map(({ objects: [object] }) =>
    server.objects.get(`p/${packName(object ?? one.index)}`),
  );
  expect(pack?.subarray(16).equals(same?.subarray(16) ?? Buffer.alloc(0))).toBe(false);
});

test("an attempt goes on with what the former ones have written", async () => {
  const content = randomBytes(20 * MIB);
  const session = newSession();
  let written = 0;
  server.faults.refuse = (method) => (method === "PUT" && ++written > 1 ? 503 : undefined);
  await expect(write(content, new Map(), session)).rejects.toMatchObject({ code: "destination_refused" });
  server.faults.refuse = () => undefined;
  const there = stored();
  expect(there).toBeGreaterThan(16 * MIB);
  const { file, bytes } = await added(content, await earlierChunks(destination, undefined, [session], signal));
  expect(bytes).toBeLessThan(20.1 * MIB - there);
  expect((await read(file)).equals(content)).toBe(true);
});

test("what somebody has removed from the bucket is written again, and so are few chunks of a pack", async () => {
  const content = randomBytes(20 * MIB);
  const first = await write(content);
  const [pack] = first.objects;
  server.objects.delete(`p/${packName(pack ?? first.index)}`);
  const second = await added(content, await earlier(first));
  expect(second.bytes).toBeGreaterThan(16 * MIB);
  expect((await read(second.file)).equals(content)).toBe(true);
  // Less than half of what the pack has is needed: it is not named again, so that it can go.
  const little = content.subarray(0, 4 * MIB);
  const third = await added(little, await earlier(second.file));
  const fourth = await added(little, await earlier(third.file));
  expect(fourth.bytes).toBeGreaterThan(3 * MIB);
  expect((await added(little, await earlier(fourth.file))).bytes).toBeLessThan(10_000);
  // An index that is gone is no earlier copy.
  server.objects.delete(`p/${packName(first.index)}`);
  expect((await earlier(first)).size).toBe(0);
});

const flip = (object: Buffer, at: number) => object.writeUInt8(object.readUInt8(at) ^ 1, at);
const at = (name: string) => server.objects.get(`p/${name}`) ?? Buffer.alloc(0);
const put = (name: string, object: Buffer) => void server.objects.set(`p/${name}`, object);

interface Names {
  readonly pack: string;
  readonly other: string;
  readonly index: string;
}
const HOSTILE: readonly [what: string, change: (names: Names) => void, wrong: keyof Names, code?: string][] = [
  ["a changed pack", ({ pack }) => flip(at(pack), at(pack).length - 1), "pack"],
  ["a pack that is cut off", ({ pack }) => put(pack, at(pack).subarray(0, at(pack).length - 1)), "pack"],
  ["an empty pack", ({ pack }) => put(pack, Buffer.alloc(1)), "pack"],
  ["the other pack in its place", ({ pack, other }) => put(pack, at(other)), "pack"],
  ["a pack that is gone", ({ pack }) => void server.objects.delete(`p/${pack}`), "pack", "object_not_found"],
  ["a changed index", ({ index }) => flip(at(index), 100), "index"],
  ["an index that is cut off", ({ index }) => put(index, at(index).subarray(0, -20)), "index"],
  ["a pack in the place of the index", ({ pack, index }) => put(index, at(pack)), "index"],
  ["an index that is gone", ({ index }) => void server.objects.delete(`p/${index}`), "index", "object_not_found"],
];
test.each(HOSTILE)("%s is refused by the name of the object", async (_, change, wrong, code = "copy_unreadable") => {
  const file = await write(randomBytes(20 * MIB));
  const [pack = "", other = ""] = file.objects.map(packName);
  const names = { pack, other, index: packName(file.index) };
  change(names);
  await expect(read(file)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(`${names[wrong]} of the copy`),
  });
});

test("chunks of a pack in another order are refused", async () => {
  // Two chunks of the same size: what is between is as long as before.
  const halves = [randomBytes(4 * MIB), randomBytes(4 * MIB)];
  const known: KnownChunks = new Map();
  const writer = new ChunkWriter(destination, newSession(), known, signal);
  const file = await writer.write(piecesOf(Buffer.concat(halves)), 10);
  const [first, second] = [...known.values()];
  const name = packName(file.objects[0] ?? file.index);
  const object = at(name);
  const from = (first?.pack.headBytes ?? 0) + (first?.offset ?? 0);
  const length = Math.min(first?.storedBytes ?? 0, second?.storedBytes ?? 0) + 16;
  const to = (second?.pack.headBytes ?? 0) + (second?.offset ?? 0);
  const [one, two] = [Buffer.from(object.subarray(from, from + length)), Buffer.from(object.subarray(to, to + length))];
  two.copy(object, from);
  one.copy(object, to);
  await expect(read(file)).rejects.toMatchObject({ code: "copy_unreadable", message: expect.stringContaining(name) });
});
