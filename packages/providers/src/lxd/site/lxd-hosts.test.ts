// The hosts of a cluster, against a double of its server: members, one of them down, and a move between two.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LxdClient } from "../client/lxd-client.ts";
import { lxdCompute } from "../compute/lxd-compute.ts";
import { lxdHosts } from "./lxd-hosts.ts";
import { inspectSite } from "./lxd-site-port.ts";

const folder = mkdtempSync(join(tmpdir(), "lxd-"));
const socket = join(folder, "unix.socket");
const { signal } = new AbortController();
const client = new LxdClient({ url: `unix://${socket}` }, "p");
const site = { client, siteId: "s", pool: "default", network: "br", instanceType: "container" } as const;
const hosts = lxdHosts(site);

let clustered: boolean;
let driver: string;
let location: string;
let moving: boolean;
let silent: boolean;
let shown: readonly object[];
let project: Record<string, string>;
let extensions: string[];
let moves: { readonly target: string | null; readonly body: unknown }[];
beforeEach(() => {
  [clustered, driver, location, moves, extensions] = [true, "ceph", "m1", [], []];
  [moving, silent, shown, project] = [false, false, cards, {}];
});

const state = { status: "Stopped", pid: 0, disk: null, network: null };
const machine = () => ({
  state,
  ...{ name: "vm-1", status: "Stopped", architecture: "x86_64", location },
  config: { "user.fulmar.site": "s", "user.fulmar.role": "vm", "user.fulmar.id": "vm_1" },
});

/** The machine on the member that it moves to, while it is still where it was. */
const arriving = () => ({ ...machine(), name: "lxd-move-of-3f2a", location: "m3", state });

/** As LXD tells them: one with its driver, one without, the display of the board, and one without an address. */
const cards = [
  {
    ...{ pci_address: "0000:17:00.0", vendor_id: "10de", product: "GH100 [H100 SXM5 80GB]", driver: "nvidia" },
    nvidia: { model: "NVIDIA H100 80GB HBM3", uuid: "GPU-5f2a", nvrm_version: "550.54.14" },
  },
  { pci_address: "0000:ca:00.0", vendor_id: "10de", product: "AD104GL [L4]", nvidia: null },
  { pci_address: "0000:03:00.0", vendor_id: "1a03", product: "ASPEED Graphics Family" },
  { vendor_id: "10de", product: "GH100" },
];

/** The answers by path, below `/1.0`. */
function answerTo(path: string): unknown {
  switch (path) {
    case "":
      return {
        ...{ api_extensions: extensions, auth: "trusted" },
        environment: {
          ...{ server_name: "alone", kernel_architecture: "x86_64", architectures: ["x86_64", "i686"] },
          ...{ server: "lxd", server_version: "5.0.2", driver: "lxc" },
        },
      };
    case "/cluster":
      return { enabled: clustered };
    case "/cluster/members":
      return [
        { server_name: "m1", status: "Online", architecture: "x86_64" },
        { server_name: "m2", status: "Offline", architecture: "x86_64" },
        ...(silent ? [{ server_name: "m3", status: "Online", architecture: "x86_64" }] : []),
      ];
    case "/resources":
      return {
        ...{ cpu: { total: 8 }, memory: { total: 16 * 2 ** 30, used: 4 * 2 ** 30 }, gpu: { cards: shown } },
        pci: { devices: [{ pci_address: "0000:17:00.0", iommu_group: 22 }, { pci_address: "0000:00:00.0" }] },
      };
    case "/projects/p":
      return { config: project };
    case "/storage-pools/default":
      return { driver };
    case "/storage-pools/default/resources":
      return { space: { total: 100 * 2 ** 30, used: 30 * 2 ** 30 } };
    case "/operations":
      return {};
    case "/instances":
      return moving ? [arriving(), machine()] : [machine()];
    case "/instances/vm-1":
      return machine();
    default:
      return undefined;
  }
}

const server = createServer((asked, response) => {
  const url = new URL(asked.url ?? "", "http://lxd");
  const chunks: Buffer[] = [];
  asked.on("data", (chunk: Buffer) => chunks.push(chunk));
  asked.on("end", () => {
    if (asked.method === "POST") {
      const target = url.searchParams.get("target");
      moves.push({ target, body: JSON.parse(Buffer.concat(chunks).toString()) });
      location = target ?? location;
    }
    const isAway = silent && url.searchParams.get("target") === "m3";
    const metadata = asked.method === "POST" ? null : answerTo(url.pathname.replace(/^\/1\.0/, ""));
    const [status, answer] = isAway
      ? [500, { type: "error", error: "dial tcp 10.0.0.3:8443: connect: no route to host", error_code: 500 }]
      : metadata === undefined
        ? [404, { type: "error", error: "not found", error_code: 404 }]
        : [200, { type: "sync", metadata }];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
});
beforeAll(() => new Promise<void>((resolve) => server.listen(socket, resolve)));
afterAll(async () => {
  await client.close();
  server.close();
  rmSync(folder, { recursive: true });
});

test("each member is a host, and one that is down has neither capacity nor GPUs", async () => {
  const can = { architecture: "x86_64", movesLive: false, sharedDisks: true };
  const capacity = { cpus: 8, ramMb: 16_384, freeRamMb: 12_288, diskGb: 100, freeDiskGb: 70 };
  const gpus = [
    { address: "0000:17:00.0", model: "NVIDIA H100 80GB HBM3", uuid: "GPU-5f2a" },
    { address: "0000:ca:00.0", model: "AD104GL [L4]", uuid: null },
  ];
  const runs = { architectures: ["x86_64", "i686"], firmware: [] };
  expect(await hosts.listHosts(signal)).toEqual([
    { ...can, ...runs, name: "m1", online: true, capacity, gpus },
    { ...can, architectures: null, firmware: null, name: "m2", online: false, capacity: null, gpus: null },
  ]);
});

test("a host says what its machines are of: containers share its kernel, and BIOS is where the server and x86 have it", async () => {
  const firmwareOf = async (instanceType: "container" | "virtual-machine") => {
    const asked = lxdHosts({ client, siteId: "s", pool: "default", network: "br", instanceType });
    return (await asked.listHosts(signal))[0]?.firmware;
  };
  expect(await firmwareOf("virtual-machine")).toEqual(["uefi"]);
  extensions = ["security_csm"];
  expect(await firmwareOf("virtual-machine")).toEqual(["bios", "uefi"]);
  expect(await firmwareOf("container")).toEqual([]);
});

test("a member that is silent is down for us before its cluster says so, and the others are still described", async () => {
  [silent, driver] = [true, "zfs"];
  const listed = await hosts.listHosts(signal);
  expect(listed.map(({ name, online }) => [name, online])).toEqual([
    ["m1", true],
    ["m2", false],
    ["m3", false],
  ]);
  expect(listed.at(-1)).toMatchObject({ capacity: null, gpus: null });
  const { capacity } = await inspectSite(site, signal);
  expect(capacity).toMatchObject({ cpus: 8, ramMb: 16_384, diskGb: 100, freeDiskGb: 70 });
});

test("an operator sees driver and IOMMU group of each card, what is not sold, and what the server does not tell", async () => {
  const [up, down] = await hosts.inspectGpus(signal);
  expect(up?.gpus).toEqual([
    {
      ...{ address: "0000:17:00.0", model: "NVIDIA H100 80GB HBM3", uuid: "GPU-5f2a" },
      ...{ driver: "nvidia 550.54.14", iommuGroup: 22 },
    },
    { address: "0000:ca:00.0", model: "AD104GL [L4]", uuid: null, driver: null, iommuGroup: null },
  ]);
  expect(up?.notes).toEqual([
    "Not sold, because the server tells no address or no model: one without an address.",
    expect.stringContaining("The server does not hear from NVIDIA's driver at 0000:ca:00.0"),
    expect.stringContaining("libnvidia-container"),
  ]);
  expect(down).toEqual({ name: "m2", online: false, gpus: null, notes: [] });
  const machines = lxdHosts({ client, siteId: "s", pool: "default", network: "br", instanceType: "virtual-machine" });
  clustered = false;
  const [alone] = await machines.inspectGpus(signal);
  expect(alone).toMatchObject({ name: "alone", online: true });
  expect(alone?.notes).toEqual([
    "Not sold, because the server tells no address or no model: one without an address.",
    expect.stringContaining("IOMMU"),
  ]);
});

const A100 = "GPU-5d5ba0d6-d33d-2b2c-524d-9e3d8d2b8a77";
const MIG = ["MIG-c6d4f1ef-42e4-5de3-91c7-45d71c87eb3f", "MIG-cba663e8-9bed-5b25-b243-5985ef7c9beb"] as const;
const a100 = {
  ...{ pci_address: "0000:41:00.0", vendor_id: "10de", product: "GA100 [A100 SXM4 40GB]", driver: "nvidia" },
  nvidia: { model: "NVIDIA A100-SXM4-40GB", uuid: A100, nvrm_version: "550.54.14" },
};

test("a card that is divided into MIG slices is given in slices, to containers alone", async () => {
  shown = [a100, ...cards.slice(0, 1)];
  project = {
    "user.fulmar.mig.m1":
      `GPU 0: NVIDIA A100-SXM4-40GB (UUID: ${A100})\n  MIG 1g.5gb      Device  0: (UUID: ${MIG[0]})\n` +
      `  MIG 2g.10gb     Device  1: (UUID: ${MIG[1]})\n  MIG 1g.5gb      Device  2: (UUID: MIG-${A100}/1/0)\n` +
      `GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-5f2a)\nGPU 2: NVIDIA L4 (UUID: GPU-gone)\n` +
      "  MIG 1g.5gb      Device  0: (UUID: MIG-00000000-0000-0000-0000-000000000001)\n",
    "user.fulmar.mig.m2": "ignored while it is offline",
  };
  const slice = (uuid: string, profile: string) => ({
    ...{ address: `0000:41:00.0/${uuid}`, model: `NVIDIA A100-SXM4-40GB MIG ${profile}`, uuid },
    slice: { card: "0000:41:00.0", profile, onDemand: false },
  });
  const card = { address: "0000:17:00.0", model: "NVIDIA H100 80GB HBM3", uuid: "GPU-5f2a" };
  const [up] = await hosts.listHosts(signal);
  expect(up?.gpus).toEqual([slice(MIG[0], "1g.5gb"), slice(MIG[1], "2g.10gb"), card]);
  const [inspected] = await hosts.inspectGpus(signal);
  expect(inspected?.gpus?.[0]).toEqual({ ...slice(MIG[0], "1g.5gb"), driver: "nvidia 550.54.14", iommuGroup: null });
  expect(inspected?.notes).toEqual([
    expect.stringContaining("libnvidia-container"),
    expect.stringMatching(/^This line of nvidia-smi -L names no MIG slice that can be sold: MIG 1g.5gb Device 2/),
    expect.stringMatching(/^The MIG slices of GPU-gone are not sold/),
  ]);
  const machines = lxdHosts({ client, siteId: "s", pool: "default", network: "br", instanceType: "virtual-machine" });
  expect((await machines.listHosts(signal))[0]?.gpus).toEqual([card]);
  expect((await machines.inspectGpus(signal))[0]?.notes).toContainEqual(
    expect.stringMatching(/^Not sold, because it is divided into MIG slices.*: 0000:41:00.0/),
  );
});

test("virtual machines get mediated devices of a card or of its virtual functions, as many as a profile has at most", async () => {
  const mdev = (name: string, available: number, rest: object = {}) => ({ api: "vfio-pci", name, available, ...rest });
  shown = [
    {
      ...a100,
      mdev: {
        "nvidia-471": mdev("GRID A100-20C", 0, { description: "num_heads=1, framebuffer=20480M, max_instance=2" }),
        "nvidia-470": mdev("GRID A100-10C", 1, { devices: ["4f1c", "4f1d"] }),
        "nvidia-472": mdev("", 0, { devices: null }),
      },
      sriov: { current_vfs: 0, maximum_vfs: 16, vfs: null },
    },
    {
      ...a100,
      pci_address: "0000:81:00.0",
      sriov: {
        vfs: [
          { pci_address: "0000:81:00.4", mdev: { "nvidia-558": mdev("NVIDIA A100-20C", 1) } },
          { pci_address: "0000:81:00.5", mdev: { "nvidia-558": mdev("NVIDIA A100-20C", 0, { devices: ["4f1e"] }) } },
          { pci_address: "0000:81:00.6" },
        ],
      },
    },
  ];
  const machines = lxdHosts({ client, siteId: "s", pool: "default", network: "br", instanceType: "virtual-machine" });
  const card = (address: string) => ({ address, model: "NVIDIA A100-SXM4-40GB", uuid: A100 });
  const made = (card: string, type: string, profile: string, nth: number) => ({
    ...{ address: `${card}/${type}/${nth}`, model: `NVIDIA A100-SXM4-40GB ${profile}`, uuid: null },
    slice: { card, profile, onDemand: true },
  });
  const [first, second] = ["0000:41:00.0", "0000:81:00.0"] as const;
  expect((await machines.listHosts(signal))[0]?.gpus).toEqual([
    card(first),
    ...[1, 2, 3].map((nth) => made(first, "nvidia-470", "GRID A100-10C", nth)),
    ...[1, 2].map((nth) => made(first, "nvidia-471", "GRID A100-20C", nth)),
    card(second),
    ...[1, 2].map((nth) => made(second, "nvidia-558", "NVIDIA A100-20C", nth)),
  ]);
  // A container can have none.
  expect((await hosts.listHosts(signal))[0]?.gpus).toEqual([card(first), card(second)]);
});

test("a stopped machine moves once, whoever asks again", async () => {
  await hosts.moveInstance("vm_1", { host: "m3", live: false }, signal);
  await hosts.moveInstance("vm_1", { host: "m3", live: false }, signal);
  expect(moves).toEqual([{ target: "m3", body: { name: "vm-1", migration: true, live: false } }]);
});

test("a machine that moves is one machine, where it was until it is elsewhere", async () => {
  moving = true;
  const { findInstances, listTraffic } = lxdCompute(site);
  expect(await findInstances(["vm_1"], signal)).toMatchObject([{ vmId: "vm_1", host: "m1" }]);
  expect(await listTraffic({ after: "", limit: 10 }, signal)).toEqual([{ vmId: "vm_1", rxBytes: 0n, txBytes: 0n }]);
});

test.each([
  ["a running one", () => true],
  ["one of a single server", () => (clustered = false)],
])("%s is not moved", async (_, arrange) => {
  const live = arrange();
  const moving = hosts.moveInstance("vm_1", { host: "m3", live }, signal);
  await expect(moving).rejects.toMatchObject({ code: "unsupported_by_site", retryable: false });
  expect(moves).toEqual([]);
});

test("a machine of a member that is down goes to another one, whoever asks again", async () => {
  location = "m2";
  await hosts.recoverInstance("vm_1", "m1", signal);
  await hosts.recoverInstance("vm_1", "m1", signal);
  expect(moves).toEqual([{ target: "m1", body: { name: "vm-1", migration: true, live: false } }]);
});

test.each([
  ["of a member that answers", "host_answers", () => (location = "m1")],
  ["whose pool is its member's own", "unsupported_by_site", () => (driver = "zfs")],
  ["of a single server", "unsupported_by_site", () => (clustered = false)],
])("a machine %s is not started elsewhere", async (_, code, arrange) => {
  location = "m2";
  arrange();
  await expect(hosts.recoverInstance("vm_1", "m3", signal)).rejects.toMatchObject({ code, retryable: false });
  expect(moves).toEqual([]);
});

test("a single server is one host", async () => {
  clustered = false;
  expect(await hosts.listHosts(signal)).toMatchObject([{ name: "alone", online: true, capacity: { cpus: 8 } }]);
});
