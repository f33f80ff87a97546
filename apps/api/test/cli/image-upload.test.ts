// `fulmar image upload`, through an object store whose parts can be lost on their way.
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ListeningProgram, processUrl, startListening } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Api, MASTER_KEY, SECRET, startApi } from "../api-fixture.ts";
import { startWorker } from "../worker-fixture.ts";
import { openShell } from "./cli-fixture.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const MIB = 1024 ** 2;
const BUCKET = "cli-image-uploads";

let first: Api;
let api: Api;
let apiUrl: string;
let store: ListeningProgram;
let stopWorker: () => Promise<void>;
const folder = mkdtempSync(join(tmpdir(), "fulmar-upload-"));
const shell = openShell(() => ({
  FULMAR_API_URL: apiUrl,
  FULMAR_TOKEN: api.tenant.token,
  FULMAR_WORKSPACE: api.tenant.workspaceId,
}));
const { fulmar } = shell;

/** The parts that reached the store, and those that are answered by 404 in its place. */
const taken: number[] = [];
const lost = new Set<number>();
const proxy = createServer((from, to) => {
  const part = Number(new URL(from.url ?? "", "http://store").searchParams.get("partNumber"));
  if (from.method === "PUT" && lost.has(part)) {
    from.resume().once("end", () => to.writeHead(404).end());
    return;
  }
  if (from.method === "PUT") taken.push(part);
  const { method, url, headers } = from;
  from.pipe(
    request({ port: store.port, method, path: url, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    }),
  );
});

beforeAll(async () => {
  first = await startApi();
  store = await startListening(
    join(ROOT, "apps/object-store/src/main.ts"),
    (port) => ({
      DATABASE_URL: processUrl(first.databaseUrl, "fulmar_request"),
      FULMAR_DATA_DIR: join(folder, "objects"),
      FULMAR_SECRET: SECRET,
      FULMAR_MASTER_KEY: MASTER_KEY,
      FULMAR_DRAIN_MS: "0",
      OBJECT_STORE_PORT: String(port),
    }),
    "the object store listens",
  );
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  api = await startApi({ DATABASE_URL: first.databaseUrl, FULMAR_PUBLIC_OBJECT_STORE_URL: url });
  stopWorker = startWorker(api, { FULMAR_PUBLIC_OBJECT_STORE_URL: url });
  apiUrl = `http://127.0.0.1:${(await api.listen()).port}/v1`;
  expect((await fulmar(["bucket", "create", "--name", BUCKET, "--region", "eu-central-1"])).code).toBe(0);
});
afterAll(async () => {
  await stopWorker();
  proxy.close();
  store.child.kill();
  await api.close();
  await first.close();
  shell.remove();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  taken.length = 0;
  lost.clear();
});

const SYSTEM = ["--os-distro", "debian", "--version", "13", "--min-disk-gb", "1"];
const upload = (file: string, name: string, ...more: string[]) =>
  fulmar([
    ...["image", "upload", file, "--name", name, "--site", "site-fra-1", "--bucket-name", BUCKET],
    ...["--format", "raw", ...SYSTEM, ...more],
  ]);

function diskOf(mib: number, name = "disk.raw"): { readonly path: string; readonly sha256: string } {
  const path = join(folder, name);
  const bytes = Buffer.concat([Buffer.alloc(512), randomBytes(mib * MIB - 512)]);
  writeFileSync(path, bytes);
  return { path, sha256: createHash("sha256").update(bytes).digest("hex") };
}

const objects = async () => (await fulmar(["object", "list", BUCKET, "--prefix", "image-uploads/", "-q"])).stdout;
const parts = async () => (await api.database.pool.query("SELECT FROM multipart_upload")).rowCount;
const states = () => {
  const of = join(shell.home, ".local/state/fulmar/uploads");
  return existsSync(of) ? readdirSync(of) : [];
};
const contents = async () =>
  (await api.database.pool.query<{ content: string }>("SELECT content FROM simulated.image")).rows.map(
    ({ content }) => content,
  );

test("a file is an image, and nothing else is left of it", async () => {
  const { path, sha256 } = diskOf(33);
  const { code, stdout, stderr } = await upload(path, "whole", "-o", "json");
  expect(stderr).toMatch(/^uploaded 100 % of 33 MiB$/m);
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, name: "whole", status: "available" });
  expect(taken.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  expect(await contents()).toContain(sha256);
  expect([await objects(), await parts(), states()]).toEqual(["", 0, []]);
});

test("an interrupted upload goes on with the parts that are missing", async () => {
  const { path, sha256 } = diskOf(40);
  lost.add(2);
  const broken = await upload(path, "resumed");
  expect({ code: broken.code, stdout: broken.stdout }).toEqual({ code: 1, stdout: "" });
  expect(broken.stderr).toContain("answered 404 to a part");
  expect((await fulmar(["image", "list", "--owner", "workspace", "-o", "name"])).stdout).not.toContain("resumed");
  const before = taken.length;
  lost.clear();
  expect((await upload(path, "resumed")).code).toBe(0);
  expect(taken.slice(before)).toContain(2);
  expect(taken).toHaveLength(3);
  expect(await contents()).toContain(sha256);
  expect([await objects(), await parts(), states()]).toEqual(["", 0, []]);
});

test("a changed file and an upload that the store has discarded begin anew", async () => {
  const { path } = diskOf(20);
  lost.add(2);
  expect((await upload(path, "anew")).code).toBe(1);
  utimesSync(path, 1, 1);
  expect((await upload(path, "anew")).code).toBe(1);
  expect(await parts()).toBe(1);
  expect(taken).toEqual([1, 1]);
  lost.clear();
  await api.database.pool.query("DELETE FROM multipart_upload");
  expect((await upload(path, "anew")).code).toBe(0);
  expect(taken.slice(2).toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect([await objects(), await parts(), states()]).toEqual(["", 0, []]);
});

test("a refused file stays for another try, which sends nothing again, and --restart discards it", async () => {
  const path = join(folder, "disguised.raw");
  writeFileSync(path, Buffer.from("vhdxfile".padEnd(1_024)));
  const refused = await upload(path, "disguised");
  expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 8, stdout: "" });
  expect(refused.stderr).toMatch(/begins as VHDX.* is in the bucket as image-uploads\/\w+\/disguised\.raw; run/);
  expect(await objects()).toContain("disguised.raw");
  expect((await upload(path, "disguised")).code).toBe(8);
  expect(taken).toEqual([1]);
  const { path: good } = diskOf(1, "disguised.raw");
  expect((await upload(good, "disguised", "--restart")).code).toBe(0);
  expect([await objects(), states()]).toEqual(["", []]);
});

test("what the import would refuse is refused before the first byte", async () => {
  const { path } = diskOf(1);
  expect((await upload(path, "whole")).stderr).toContain("name_taken");
  const elsewhere = await upload(path, "free", "--site", "nowhere");
  expect(elsewhere.stderr).toContain("site_id");
  expect((await upload(path, "free", "--dry-run")).stdout).toContain("free");
  expect((await upload(join(folder, "absent"), "free")).stderr).toMatch(/The file cannot be read: ENOENT/);
  expect((await upload(folder, "free")).stderr).toMatch(/no file|EISDIR/);
  writeFileSync(join(folder, "empty"), "");
  expect((await upload(join(folder, "empty"), "free")).stderr).toContain("The file is empty.");
  expect((await fulmar(["image", "upload", path, "--name", "x"])).stderr).toContain("--bucket-name");
  expect([taken, await parts(), states()]).toEqual([[], 0, []]);
});
