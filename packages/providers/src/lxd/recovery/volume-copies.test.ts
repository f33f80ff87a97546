// Copies of a volume on another cluster member than the one that answers, against a double of the server. The server finds
// the volume from everywhere, and how full it is only where the volume is: newer ones ask there, LXD 5.0 does not.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LxdClient } from "../client/lxd-client.ts";
import { lxdVolumes } from "../volumes/lxd-volumes.ts";
import { exportPoint } from "./export-point.ts";
import { copyVolume } from "./volume-copies.ts";

const folder = mkdtempSync(join(tmpdir(), "lxd-"));
const socket = join(folder, "unix.socket");
const { signal } = new AbortController();
const client = new LxdClient({ url: `unix://${socket}` }, "p");
const site = { client, siteId: "s", pool: "disks", network: "br", instanceType: "container" } as const;

const volume = {
  ...{ name: "vol-1", content_type: "filesystem", location: "m3" },
  config: { "user.fulmar.site": "s", "user.fulmar.role": "volume", "user.fulmar.id": "vol_1", size: "1GiB" },
};
const VOLUMES = "/storage-pools/disks/volumes/custom";

/** The answer at a member to what is read below `/1.0`; undefined where there is none. */
function answerTo(path: string, target: string | null): unknown {
  if (path === `${VOLUMES}/vol-1`) return volume;
  if (path === `${VOLUMES}/vol-1/state`) return passesOn && target === "m3" ? { usage: { used: 4_096 } } : undefined;
  if (path.startsWith(`${VOLUMES}/vol-1/snapshots/`)) return { ...volume, name: "vol-1/rp-1" };
  return undefined;
}

let passesOn: boolean;
const made: { readonly path: string; readonly target: string | null }[] = [];
const server = createServer((asked, response) => {
  const url = new URL(asked.url ?? "", "http://lxd");
  const path = url.pathname.slice("/1.0".length);
  const target = url.searchParams.get("target");
  asked.resume();
  asked.on("end", () => {
    if (asked.method === "POST") made.push({ path, target });
    const metadata = asked.method === "GET" ? answerTo(path, target) : undefined;
    const answer =
      metadata === undefined
        ? { type: "error", error: "Storage volume not found", error_code: 404 }
        : { type: "sync", metadata };
    response.writeHead(metadata === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  });
});
beforeAll(() => new Promise<void>((listening) => server.listen(socket, listening)));
afterAll(async () => {
  await client.close();
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true });
});

test.each([
  ["the member of their volume tells", true, 4_096n, 4_096n],
  ["their volume has where the server does not ask its member", false, null, 2n ** 30n],
])("copies and snapshots have the size that %s", async (_, asks, copied, storedBytes) => {
  passesOn = asks;
  expect(await copyVolume(site, "vol_1", "rp_1", signal)).toBe(copied);
  expect(await lxdVolumes(site).createSnapshot("vol_1", "rp_1", signal)).toEqual({ storedBytes });
});

test("a copy is exported on the member of its volume", async () => {
  const volumes = [{ volumeId: "vol_1", role: "data", sizeGb: 1 }] as const;
  const files = exportPoint(site, "vm_1", { kind: "snapshot", id: "rp_1" }, volumes, signal);
  await expect(files.next()).rejects.toMatchObject({ status: 404 });
  expect(made).toEqual([{ path: VOLUMES, target: "m3" }]);
});
