import { once } from "node:events";
import { linkSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { type ListeningProgram, startListening } from "@fulmar/testkit";
import { expect, test } from "vitest";
import { connection, signedPut } from "./signed-put.ts";
import { filesOf, NOW, refusal, storeOfFile } from "./store-fixture.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
/** Two processes are started one after the other, on a busy machine. */
const PROCESSES_MS = 180_000;

const { fixture, credentials, s3 } = await storeOfFile();

const put = (Bucket: string, Key: string, Body: string) => s3.send(new PutObjectCommand({ Bucket, Key, Body }));

test("concurrent writes and deletes of the same keys leave whole objects and correct counts", async () => {
  const Bucket = await fixture.bucket();
  const keys = ["a", "b", "c"];
  const bodies = Array.from({ length: 60 }, (_, index) => String.fromCharCode(97 + (index % 26)).repeat(1000 + index));
  const removing = (index: number) => index % 10 === 9;
  await Promise.all(
    bodies.map((body, index) =>
      removing(index)
        ? s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } }))
        : put(Bucket, keys[index % 3] ?? "", body),
    ),
  );
  await Promise.all(keys.map((key, index) => put(Bucket, key, bodies[index] ?? "")));
  expect((await fixture.expectTrue(Bucket)).object_count).toBe(3);
  await fixture.expectSwept();
  for (const [index, Key] of keys.entries()) {
    expect(await (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString()).toBe(bodies[index]);
  }
});

test("one of eight concurrent writes with If-None-Match succeeds", async () => {
  const Bucket = await fixture.bucket();
  const writers = Array.from({ length: 8 }, (_, index) =>
    refusal(s3.send(new PutObjectCommand({ Bucket, Key: "once", Body: `${index}`, IfNoneMatch: "*" }))),
  );
  const outcomes = await Promise.all(writers);
  expect(outcomes.toSorted()).toEqual([...Array<string>(7).fill("412 PreconditionFailed"), "no refusal"]);
  expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 1, total_size: 1 });
  await fixture.expectSwept();
});

test("a download continues to its end while the object is replaced", async () => {
  const Bucket = await fixture.bucket();
  const old = "old ".repeat(5_000_000);
  await put(Bucket, "read", old);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: "read" }));
  await put(Bucket, "read", "new");
  await fixture.store.sweep({ orphanMs: 0, freedSeconds: 0 });
  expect((await Body?.transformToString()) === old).toBe(true);
  expect(await (await s3.send(new GetObjectCommand({ Bucket, Key: "read" }))).Body?.transformToString()).toBe("new");
  await fixture.expectSwept();
});

test("deleting a bucket during a put refuses exactly one of the two", async () => {
  const buckets = await Promise.all(Array.from({ length: 6 }, () => fixture.bucket()));
  for (const Bucket of buckets) {
    const [written, deleted] = await Promise.all([
      refusal(put(Bucket, "a", "a")),
      refusal(fixture.api("bucket.delete", { bucket_name: Bucket })),
    ]);
    expect(["no refusal,409 bucket_not_empty", "404 NoSuchBucket,no refusal"]).toContain(`${written},${deleted}`);
  }
  await fixture.expectSwept();
});

test("what was being stored is kept if the database was restored since, and else removed", async () => {
  const folder = join(fixture.dataDir, "objects");
  const leave = (fileId: string) => {
    const path = join(folder, "files", fileId.slice(-2), fileId);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "bytes");
    linkSync(path, join(folder, "incoming", fileId));
    return path;
  };
  const before = new Set(filesOf(fixture.dataDir).files);
  const left = () => {
    const { incoming, files } = filesOf(fixture.dataDir);
    return { incoming, added: files.filter((file) => !before.has(file)) };
  };
  const [kept, removed] = ["a", "b"].map((letter) => `file_${letter.repeat(26)}`) as [string, string];
  const path = leave(kept);
  writeFileSync(join(folder, "database"), "the history of the database that was lost");
  await fixture.store.sweep(NOW);
  expect(left()).toEqual({ incoming: [], added: [kept] });
  // Times of files advance in ticks of some milliseconds, and what has the time of the restore is kept, too.
  const probe = join(fixture.dataDir, "probe");
  const now = () => {
    writeFileSync(probe, "");
    return statSync(probe).mtimeMs;
  };
  await expect.poll(now, { interval: 5 }).toBeGreaterThan(statSync(join(folder, "database")).mtimeMs);
  leave(removed);
  await fixture.store.sweep(NOW);
  expect(left()).toEqual({ incoming: [], added: [kept] });
  rmSync(path);
});

test("500 InternalError for an object whose file is missing, and the log names the file", async () => {
  const Bucket = await fixture.bucket();
  await put(Bucket, "lost", "lost");
  const { rows } = await fixture.database.pool.query<{ id: string }>(
    "SELECT unnest(file_ids) AS id FROM object WHERE key = 'lost'",
  );
  const id = rows[0]?.id ?? "";
  rmSync(join(fixture.dataDir, "objects", "files", id.slice(-2), id));
  expect(await refusal(s3.send(new GetObjectCommand({ Bucket, Key: "lost" })))).toBe("500 InternalError");
  expect(fixture.log()).toContain(
    `no such file or directory, open '${join(fixture.dataDir, "objects", "files", id.slice(-2), id)}'`,
  );
  await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "lost" }] } }));
  await fixture.expectSwept();
});

test("a put is discarded when the process is killed, and completed when it is asked to end", {
  timeout: PROCESSES_MS,
}, async () => {
  const Bucket = await fixture.bucket();
  // A small body is complete before it has a file.
  const body = "x".repeat(1024 ** 2);
  const headers = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD", "content-length": String(body.length) };
  const begin = async (key: string, { port }: ListeningProgram) => {
    const other = { ...fixture, port };
    const socket = await connection(other);
    socket.on("error", () => undefined);
    socket.write(`${signedPut(other, credentials, `/${Bucket}/${key}`, headers).head}${body.slice(0, 6)}`);
    await expect.poll(() => filesOf(fixture.dataDir).incoming).toHaveLength(1);
    return socket;
  };

  const killed = await start();
  const cut = await begin("cut", killed);
  killed.child.kill("SIGKILL");
  await once(killed.child, "exit");
  cut.destroy();
  expect(filesOf(fixture.dataDir).incoming).toHaveLength(1);
  await fixture.expectSwept();
  expect(await refusal(s3.send(new GetObjectCommand({ Bucket, Key: "cut" })))).toBe("404 NoSuchKey");

  const ended = await start();
  const exit = once(ended.child, "exit");
  const socket = await begin("whole", ended);
  ended.child.kill("SIGTERM");
  await expect
    .poll(() => fetch(`http://127.0.0.1:${ended.port}/healthz`).then(String, () => "refused"))
    .toBe("refused");
  socket.write(body.slice(6));
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await exit).toEqual([0, null]);
  expect(await (await s3.send(new GetObjectCommand({ Bucket, Key: "whole" }))).Body?.transformToString()).toBe(body);
  expect(await fixture.expectTrue(Bucket)).toEqual({ object_count: 1, total_size: body.length });
  await fixture.expectSwept();
});

/** Starts a process on the same database and folder, and waits until it is ready. */
function start(): Promise<ListeningProgram> {
  const environment = { ...fixture.environment, FULMAR_DRAIN_MS: "0" };
  return startListening(
    MAIN,
    (port) => ({ ...environment, OBJECT_STORE_PORT: String(port) }),
    "the object store listens",
  );
}
