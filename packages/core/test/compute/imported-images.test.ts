// Images of files that a URL answers: fetched by the worker, checked, at the simulated site, and refused.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Image } from "@fulmar/contract";
import { checkImageFile, openQemuImg } from "@fulmar/image-files";
import type { BroughtImage, ImagePort } from "@fulmar/providers";
import { needs } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture({ FULMAR_WEBHOOK_PRIVATE_TARGETS: "allow" });

const disk = Buffer.alloc(1_048_576, 7);
const sha256 = createHash("sha256").update(disk).digest("hex");

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/moved") response.writeHead(302, { location: "/disk.raw" }).end();
    else if (request.url === "/loop") response.writeHead(302, { location: "/loop" }).end();
    else if (request.url === "/busy") response.writeHead(503).end();
    else if (request.url === "/gone") response.writeHead(404).end();
    else if (request.url === "/backed") response.end(backed());
    else if (request.url === "/disk.vhdx") response.end(vhdx());
    else response.end(disk);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));

/** A qcow2 that names /etc/shadow as its backing file. */
function backed(): Buffer {
  const file = Buffer.alloc(65_536);
  file.write("QFI\xfb", "latin1");
  file.writeUInt32BE(3, 4);
  file.writeBigUInt64BE(512n, 8);
  file.writeUInt32BE(11, 16);
  file.write("/etc/shadow", 512);
  return file;
}

/** The disk as Hyper-V has one. */
function vhdx(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-vhdx-"));
  try {
    writeFileSync(join(folder, "disk.raw"), disk);
    execFileSync("qemu-img", ["convert", "-f", "raw", "-O", "vhdx", "disk.raw", "disk.vhdx"], { cwd: folder });
    return readFileSync(join(folder, "disk.vhdx"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const image = (image_id: string) => fixture.send<Image>("image.get", { image_id });

function begin(name: string, path: string, more: object = {}): Promise<Image> {
  const { site_id } = { site_id: "site-fra-1" };
  const body = { name, site_id, format: "raw", os_distro: "debian", version: "13", min_disk_gb: 1 };
  return fixture.send<Image>("image.import", {}, { ...body, url: `${origin}${path}`, ...more });
}

const rows = async (text: string, id: string) => (await fixture.world.database.pool.query(text, [id])).rows;
const charged = (id: string) => rows("SELECT sku_code, quantity FROM charge WHERE resource_id = $1", id);
const atSite = (id: string) => rows("SELECT content FROM simulated.image WHERE image_id = $1", id);

test("a file is fetched over a redirect and compared with its sum, and VMs are made from it", async () => {
  const made = await begin("brought", "/moved?signature=secret", { sha256 });
  expect(made).toMatchObject({
    ...{ status: "creating", owner: "workspace", site_ids: [], size_bytes: null, architecture: "x86_64" },
    source: { type: "url", id: `${origin}/moved`, vm_id: null, vm_name: null },
  });
  const { image_id } = made;
  await fixture.reconcile("bring-images");
  expect(await image(image_id)).toMatchObject({
    ...{ status: "available", site_ids: ["site-fra-1"], size_bytes: disk.length, error_message: null },
  });
  expect(await charged(image_id)).toEqual([{ sku_code: "image.storage", quantity: 1 }]);
  expect(await rows("SELECT FROM image_import WHERE image_id = $1", image_id)).toEqual([]);
  const worker = fixture.work();
  const body = { name: "made", plan_id: "plan-nano", template_id: image_id };
  const vm = await fixture.send<{ vm_id: string; operation_id: string }>("cloudVm.create", {}, body);
  expect(await fixture.ended(vm.operation_id)).toMatchObject({ status: "succeeded" });
  await worker.stop();
  const mark = "SELECT configuration ->> 'mark' AS mark FROM simulated.instance WHERE vm_id = $1";
  expect(await rows(mark, vm.vm_id)).toEqual([{ mark: sha256 }]);
});

test.each<readonly [string, string, object, RegExp]>([
  ["another sum", "/disk.raw", { sha256: "0".repeat(64) }, /has the SHA-256 [0-9a-f]{64}, and not the one/],
  ["a backing file", "/backed", { format: "qcow2" }, /names a backing file/],
  ["another format", "/backed", {}, /begins as qcow2/],
  ["nothing there", "/gone", {}, /answered 404/],
  ["endless redirects", "/loop", {}, /redirects more than 5 times/],
])(
  "a file with %s is refused, costs nothing, and can be imported anew by its name",
  async (name, path, more, reason) => {
    const { image_id } = await begin(name, path, more);
    await fixture.reconcile("bring-images");
    const ended = await image(image_id);
    expect(ended).toMatchObject({ status: "error", site_ids: [], size_bytes: null });
    expect(ended.error_message).toMatch(reason);
    expect([await charged(image_id), await atSite(image_id)]).toEqual([[], []]);
    await begin(name, "/disk.raw");
  },
);

test("a server that is busy is asked again later, with its answer on the record, and a deletion ends the import", async () => {
  const { image_id } = await begin("late", "/busy");
  await fixture.reconcile("bring-images");
  expect(await image(image_id)).toMatchObject({
    ...{ status: "creating", waiting_reason: "The server answered 503.", error_message: null },
  });
  const due = "SELECT attempts, fetch_at > now() AS later FROM image_import WHERE image_id = $1";
  expect(await rows(due, image_id)).toEqual([{ attempts: 1, later: true }]);
  await fixture.send("image.delete", { image_id });
  await expect(image(image_id)).rejects.toMatchObject({ code: "not_found" });
  expect(await rows("SELECT FROM image_import WHERE image_id = $1", image_id)).toEqual([]);
});

const qemuHere = typeof (await openQemuImg(new AbortController().signal)) !== "string";

test.each<readonly [format: string, path: string]>([
  ["raw", "/disk.raw"],
  ["vhdx", "/disk.vhdx"],
])(
  "a site that takes qcow2 alone gets one of a %s that is brought",
  {
    ...needs("qemu-img and user namespaces", qemuHere),
  },
  async (format, path) => {
    const provider = await fixture.world.services.provider("simulated");
    const brought: BroughtImage["file"][] = [];
    const images: ImagePort = {
      ...provider.images,
      formats: ["qcow2"],
      async importImage(id, image, signal) {
        brought.push(image.file);
        expect(await checkImageFile(image.file.path, image.file.format, 1)).toBe(disk.length);
        return provider.images.importImage(id, image, signal);
      },
    };
    const there = { provider: async () => ({ ...provider, images }) };
    const converted = await begin(`converted ${format}`, path, { format });
    await fixture.reconcile("bring-images", there);
    expect(await image(converted.image_id)).toMatchObject({ status: "available" });
    expect(brought).toMatchObject([{ format: "qcow2" }]);
    expect(await atSite(converted.image_id)).toEqual([{ content: brought[0]?.sha256 }]);
    expect(brought[0]?.sha256).not.toBe(sha256);
    expect(existsSync(brought[0]?.path ?? "")).toBe(false);
  },
);

test("without qemu-img, a file is as its headers say", async () => {
  const { image_id } = await begin("unexamined", "/disk.raw");
  await fixture.reconcile("bring-images", { qemuImg: async () => "There is none." });
  expect(await image(image_id)).toMatchObject({ status: "available", size_bytes: disk.length });
});
