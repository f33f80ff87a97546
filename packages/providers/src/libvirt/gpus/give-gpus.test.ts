// Who gets which GPUs of a host, against what a server would answer; and what a real libvirtd says of cards that it lacks.
import { type Procedure, procedures } from "@fulmar/libvirt-rpc";
import { needs } from "@fulmar/testkit";
import { startLibvirtHost, whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { expect, onTestFinished, test } from "vitest";
import { LibvirtClient } from "../client/libvirt-client.ts";
import { readXml, writeXml } from "../xml/xml-document.ts";
import { giveGpus } from "./give-gpus.ts";
import { readHostGpus } from "./host-gpus.ts";
import { gpusOf, hostDevicesOf, setGpus } from "./machine-gpus.ts";
import { mediatedDocument, pciDocument, SAMPLES } from "./node-device-samples-fixture.ts";
import { startMachine } from "./start-machine.ts";

const { signal } = new AbortController();
const { h100, rtx, rtxSound, mi210, t4 } = SAMPLES;
const UUID = "0a8f0d6e-0d2c-4a6f-9b1e-2f3a4b5c6d7e";
const SLICE = `${t4.address}/${UUID}`;
const DEVICES = [
  ...[h100, rtx, rtxSound, mi210, t4].map(pciDocument),
  mediatedDocument(UUID, "nvidia-231", t4.address),
];

/** A server with these devices, and with machines whose definitions are these. */
function serverOf(machines: Readonly<Record<string, string>> = {}): Pick<LibvirtClient, "call"> {
  const answers: Readonly<Record<string, (given: never) => unknown>> = {
    listAllNodeDevices: () => ({ devices: DEVICES.map((_, index) => ({ name: String(index) })) }),
    nodeDeviceGetXml: ({ name }: { name: string }) => ({ xml: DEVICES[Number(name)] }),
    listAllDomains: () => ({ domains: Object.keys(machines).map((name) => ({ name })) }),
    domainGetXml: ({ domain }: { domain: { name: string } }) => ({ xml: machines[domain.name] }),
  };
  return {
    call: async <Arguments, Answer>(procedure: Procedure<Arguments, Answer>, given: Arguments) =>
      answers[procedure.name]?.(given as never) as Answer,
  };
}

const empty = () => readXml("<domain><devices/></domain>");
/** A machine's definition with what the server would give it. */
async function withGpus(...gpus: readonly string[]) {
  const definition = empty();
  await giveGpus(serverOf(), { name: "vm_1", definition }, { gpus, gpuCount: gpus.length }, signal);
  return definition;
}
const hostdev = (address: string) =>
  `<domain><devices><hostdev mode='subsystem' type='pci'><source>${address}</source></hostdev></devices></domain>`;

test("a machine gets the GPUs that were chosen, with all functions of the card", async () => {
  const definition = await withGpus(rtx.address, SLICE);
  expect(gpusOf(definition)).toEqual([rtx.address, SLICE]);
  expect(hostDevicesOf(definition)).toEqual([rtx.address, rtxSound.address, UUID]);
});

test("a resize keeps what stays, without asking for it, and takes away what goes", async () => {
  const definition = await withGpus(rtx.address, SLICE);
  const other = serverOf({ vm_1: writeXml(definition) });
  await giveGpus(other, { name: "vm_1", definition }, { gpus: [SLICE, mi210.address], gpuCount: 2 }, signal);
  expect(gpusOf(definition)).toEqual([SLICE, mi210.address]);
  const noServer = { call: () => Promise.reject(new Error("nobody answers")) };
  await giveGpus(noServer, { name: "vm_1", definition }, { gpus: [SLICE], gpuCount: 1 }, signal);
  expect(gpusOf(definition)).toEqual([SLICE]);
  await giveGpus(noServer, { name: "vm_1", definition }, { gpus: [], gpuCount: 0 }, signal);
  expect(hostDevicesOf(definition)).toEqual([]);
});

const sound = hostdev("<address domain='0x0000' bus='0x65' slot='0x00' function='0x1'/>");
const short = hostdev("<address bus='101' slot='0' function='0'/>");

test.each([
  ["fewer than the plan has", { gpus: [h100.address], gpuCount: 2 }, {}, /does not have the GPUs of this plan/],
  ["one twice", { gpus: [h100.address, h100.address], gpuCount: 2 }, {}, /does not have the GPUs of this plan/],
  [
    "one that the host does not tell",
    { gpus: ["0000:99:00.0"], gpuCount: 1 },
    {},
    /does not have the GPU 0000:99:00\.0/,
  ],
  ["the card of a slice", { gpus: [t4.address], gpuCount: 1 }, {}, /does not have the GPU 0000:3b:00\.0/],
  ["a device that is no GPU", { gpus: [rtxSound.address], gpuCount: 1 }, {}, /does not have the GPU 0000:65:00\.1/],
  [
    "one of a machine of somebody else",
    { gpus: [rtx.address], gpuCount: 1 },
    { other: short },
    /has the GPU 0000:65:00\.0/,
  ],
  [
    "one whose sound another machine has",
    { gpus: [rtx.address], gpuCount: 1 },
    { other: sound },
    /has the GPU 0000:65/,
  ],
])("a machine does not get %s", async (_name, size, machines, words) => {
  const definition = empty();
  const given = giveGpus(serverOf(machines), { name: "vm_2", definition }, size, signal);
  await expect(given).rejects.toMatchObject({
    code: "site_full",
    message: expect.stringMatching(words),
    retryable: false,
  });
  expect(hostDevicesOf(definition)).toEqual([]);
});

test("two machines do not get one slice", async () => {
  const machines = { vm_1: writeXml(await withGpus(SLICE)) };
  const given = giveGpus(
    serverOf(machines),
    { name: "vm_2", definition: empty() },
    { gpus: [SLICE], gpuCount: 1 },
    signal,
  );
  await expect(given).rejects.toMatchObject({ code: "site_full" });
});

const real = { ...needs("libvirt", whyNoLibvirt() === undefined), timeout: 180_000 };
test(
  "a libvirtd tells no GPUs of this machine, takes a definition with some, and its start is refused",
  real,
  async () => {
    const host = await startLibvirtHost();
    onTestFinished(() => host.stop());
    const client = new LibvirtClient({ url: `unix://${host.socket}` });
    onTestFinished(() => client.close());
    expect(await readHostGpus(client, signal)).toEqual({ gpus: [], notes: [] });
    for (const address of [rtx.address, SLICE]) {
      const definition = readXml(
        "<domain type='qemu'><name>vm_1</name><memory unit='MiB'>32</memory><os><type machine='q35'>hvm</type></os><devices><controller type='pci' index='0' model='pcie-root'/></devices></domain>",
      );
      const [gpu] = (await readHostGpus(serverOf(), signal)).gpus.filter((each) => each.address === address);
      setGpus(definition, gpu === undefined ? [] : [gpu], new Set());
      const { domain } = await client.call(procedures.domainDefineXml, { xml: writeXml(definition), flags: 1 }, signal);
      const { xml } = await client.call(procedures.domainGetXml, { domain, flags: 2 }, signal);
      expect(gpusOf(readXml(xml))).toEqual([address]);
      await expect(startMachine(client, domain, signal)).rejects.toMatchObject({
        code: "unsupported_by_site",
      });
      await client.call(procedures.domainUndefine, { domain, flags: 0 }, signal);
    }
  },
);
