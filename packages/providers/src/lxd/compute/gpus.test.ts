// The devices of GPUs, against a double of a server with a card of each maker and a machine that has the first.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LxdClient } from "../client/lxd-client.ts";
import type { LxdSite } from "../lxd-site.ts";
import { gpuPartsOf, gpusOf, withoutGpus } from "./gpus.ts";

const folder = mkdtempSync(join(tmpdir(), "lxd-"));
const socket = join(folder, "unix.socket");
const { signal } = new AbortController();
const client = new LxdClient({ url: `unix://${socket}` }, "p");
const containers: LxdSite = { client, siteId: "s", pool: "default", network: "br", instanceType: "container" };
const machines: LxdSite = { ...containers, instanceType: "virtual-machine" };

const [TAKEN, NVIDIA, AMD] = ["0000:17:00.0", "0000:ca:00.0", "0000:e1:00.0"] as const;
const taken = {
  ...{ name: "vm-other", status: "Running", architecture: "x86_64", location: "m1" },
  config: { "user.fulmar.site": "s" },
  devices: { gpu0: { type: "gpu", gputype: "physical", pci: TAKEN }, root: { type: "disk", path: "/" } },
};
const cards = [
  { pci_address: TAKEN, vendor_id: "10de", product: "GH100" },
  { pci_address: NVIDIA, vendor_id: "10de", product: "GH100" },
  { pci_address: AMD, vendor_id: "1002", product: "MI250" },
];

const MIG = "MIG-c6d4f1ef-42e4-5de3-91c7-45d71c87eb3f";
const slicer = {
  ...taken,
  name: "vm-slices",
  devices: {
    gpu0: { type: "gpu", gputype: "mig", pci: "0000:41:00.0", "mig.uuid": MIG },
    "gpu1-3": { type: "gpu", gputype: "mdev", pci: "0000:81:00.0", mdev: "nvidia-470" },
  },
};

const server = createServer(({ url = "" }, response) => {
  const isInstances = new URL(url, "http://lxd").pathname === "/1.0/instances";
  const metadata = isInstances ? [taken, slicer] : { cpu: { total: 8 }, memory: { total: 2 ** 34 }, gpu: { cards } };
  response.end(JSON.stringify({ type: "sync", metadata }));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(socket, resolve)));
afterAll(async () => {
  await client.close();
  server.close();
  rmSync(folder, { recursive: true });
});

const partsOf = (
  site: LxdSite,
  gpus: readonly string[],
  { name = "vm-1", gpuCount = gpus.length, target = "m1" } = {},
) => gpuPartsOf(site, name, { gpus, gpuCount }, { target }, signal);

test("each GPU is a device that names its address, and NVIDIA's in a container need the runtime", async () => {
  const device = (pci: string) => ({ type: "gpu", gputype: "physical", pci });
  expect(await partsOf(containers, [])).toEqual({ devices: {}, config: {} });
  expect(await partsOf(containers, [AMD])).toEqual({ devices: { gpu0: device(AMD) }, config: {} });
  const both = { gpu0: device(AMD), gpu1: device(NVIDIA) };
  expect(await partsOf(containers, [AMD, NVIDIA])).toEqual({ devices: both, config: { "nvidia.runtime": "true" } });
  expect(await partsOf(machines, [AMD, NVIDIA])).toEqual({ devices: both, config: {} });
});

test("a GPU that another machine of the host has, and one that no host has told, are refused", async () => {
  const refused = { code: "site_full", retryable: false };
  const message = `Another machine of the site has the GPU ${TAKEN}; try again later, or create the VM at another site.`;
  await expect(partsOf(containers, [AMD, TAKEN])).rejects.toMatchObject({ ...refused, message });
  await expect(partsOf(containers, [AMD], { gpuCount: 2 })).rejects.toMatchObject(refused);
  // Its own, and the same address at another member, are no other machine's.
  expect(gpusOf(await partsOf(containers, [TAKEN], { name: "vm-other" }))).toEqual([TAKEN]);
  expect(gpusOf(await partsOf(containers, [TAKEN], { target: "m2" }))).toEqual([TAKEN]);
});

test("a container gets a MIG slice by its uuid, with NVIDIA's runtime, and a virtual machine a mediated device", async () => {
  const [card, mig] = ["0000:ca:00.0", "MIG-cba663e8-9bed-5b25-b243-5985ef7c9beb"];
  const inContainer = await partsOf(containers, [`${card}/${mig}`]);
  expect(inContainer).toEqual({
    devices: { gpu0: { type: "gpu", gputype: "mig", pci: card, "mig.uuid": mig } },
    config: { "nvidia.runtime": "true" },
  });
  const inMachine = await partsOf(machines, [`${card}/nvidia-470/2`, `${card}/nvidia-470/11`]);
  expect(inMachine).toEqual({
    devices: {
      "gpu0-2": { type: "gpu", gputype: "mdev", pci: card, mdev: "nvidia-470" },
      "gpu1-11": { type: "gpu", gputype: "mdev", pci: card, mdev: "nvidia-470" },
    },
    config: {},
  });
  expect(gpusOf(inContainer)).toEqual([`${card}/${mig}`]);
  expect(gpusOf(inMachine)).toEqual([`${card}/nvidia-470/2`, `${card}/nvidia-470/11`]);
  expect(withoutGpus({ devices: { ...inMachine.devices }, config: {} }).devices).toEqual({
    "gpu0-2": { type: "none" },
    "gpu1-11": { type: "none" },
  });
});

test("what a container or a virtual machine cannot have is refused in a sentence", async () => {
  const refused = { code: "unsupported_by_site", retryable: false };
  await expect(partsOf(containers, [AMD, `${AMD}/nvidia-470/1`])).rejects.toMatchObject({
    ...refused,
    message: `The machines of this site are containers, which cannot have mediated devices such as ${AMD}/nvidia-470/1; choose another plan or site.`,
  });
  await expect(partsOf(machines, [`${NVIDIA}/${MIG}`])).rejects.toMatchObject({
    ...refused,
    message: `The machines of this site are virtual machines, which cannot have MIG slices such as ${NVIDIA}/${MIG}; choose another plan or site.`,
  });
});

test("a slice that another machine has, its card, and a slice of a card that another has are refused", async () => {
  const refused = { code: "site_full", retryable: false };
  const { 0: ofMig, 1: ofMdev } = gpusOf(slicer);
  expect([ofMig, ofMdev]).toEqual([`0000:41:00.0/${MIG}`, "0000:81:00.0/nvidia-470/3"]);
  await expect(partsOf(containers, [String(ofMig)])).rejects.toMatchObject(refused);
  await expect(partsOf(containers, ["0000:41:00.0"])).rejects.toMatchObject(refused);
  await expect(partsOf(machines, [String(ofMdev)])).rejects.toMatchObject(refused);
  await expect(partsOf(machines, [`${TAKEN}/nvidia-470/1`])).rejects.toMatchObject(refused);
  // Another slice of the same card is another GPU.
  expect(gpusOf(await partsOf(machines, ["0000:81:00.0/nvidia-470/1"]))).toEqual(["0000:81:00.0/nvidia-470/1"]);
});

test("taking the GPUs away leaves every other device, and the runtime only where there was no GPU", () => {
  const runtime = { "nvidia.runtime": "true" };
  expect(withoutGpus({ devices: taken.devices, config: runtime })).toEqual({
    devices: { gpu0: { type: "none" } },
    config: { "nvidia.runtime": "" },
  });
  expect(withoutGpus({ devices: taken.devices, config: {} }).config).toEqual({});
  expect(withoutGpus({ devices: { root: taken.devices.root }, config: runtime })).toEqual({ devices: {}, config: {} });
});
