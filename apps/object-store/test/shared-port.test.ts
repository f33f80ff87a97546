import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { type ListeningProgram, startListening } from "@fulmar/testkit";
import { expect, test } from "vitest";
import { storeOfFile } from "./store-fixture.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
/** Three processes are started one after the other, on a busy machine. */
const PROCESSES_MS = 180_000;

const { fixture, credentials } = await storeOfFile();

test("object stores that share a port serve one folder, and each can be replaced while another serves", {
  timeout: PROCESSES_MS,
}, async () => {
  const Bucket = await fixture.bucket();
  const first = await start();
  const second = await start(first.port);
  await exchange(Bucket, "both", first.port);
  await end(first);
  await exchange(Bucket, "the second one", first.port);
  const third = await start(first.port);
  await end(second);
  await exchange(Bucket, "the third one", first.port);
  await end(third);
  await fixture.expectSwept();
});

/** Writes and reads 20 objects, each by a client with a connection of its own. */
async function exchange(Bucket: string, name: string, port: number) {
  for (let index = 0; index < 20; index++) {
    const s3 = fixture.client(credentials, { endpoint: `http://127.0.0.1:${port}` });
    const [Key, content] = [`${name} ${index}`, `${name} wrote it`];
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: content }));
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    expect(await Body?.transformToString()).toBe(content);
    s3.destroy();
  }
}

/** @param port the port of another one; without it, a free one */
function start(port?: number): Promise<ListeningProgram> {
  const environment = { ...fixture.environment, FULMAR_OBJECT_PORT_SHARED: "true" };
  return startListening(
    MAIN,
    (free) => ({ ...environment, FULMAR_DRAIN_MS: "0", OBJECT_STORE_PORT: String(port ?? free) }),
    "the object store listens",
  );
}

async function end({ child }: ListeningProgram) {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);
}
