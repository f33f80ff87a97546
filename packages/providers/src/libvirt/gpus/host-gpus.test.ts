import { expect, test } from "vitest";
import { hostGpusIn } from "./host-gpus.ts";
import { addressElement, mediatedDocument, pciDocument, SAMPLES, type Sample } from "./node-device-samples-fixture.ts";
import { nodeDevicesIn } from "./node-devices.ts";

const told = (...documents: readonly string[]) => hostGpusIn(nodeDevicesIn(documents));
const { h100, rtx, rtxSound, rtxPort, mi210, t4, board } = SAMPLES;

test("cards of NVIDIA and AMD are told by their names, and others are not", () => {
  const { gpus, notes } = told(...[board, mi210, rtxPort, rtxSound, rtx, h100].map(pciDocument));
  expect(gpus).toEqual([
    {
      ...{ address: "0000:17:00.0", model: "GH100 [H100 SXM5 80GB]", uuid: null, driver: "nvidia", iommuGroup: 31 },
      functions: ["0000:17:00.0"],
    },
    {
      ...{ address: "0000:65:00.0", model: "AD102 [GeForce RTX 4090]", uuid: null, driver: "vfio-pci", iommuGroup: 12 },
      functions: ["0000:65:00.0", "0000:65:00.1"],
    },
    {
      ...{ address: "0000:c1:00.0", model: "Aldebaran/MI200 [Instinct MI210]", uuid: null, driver: null },
      ...{ iommuGroup: 77, functions: ["0000:c1:00.0"] },
    },
  ]);
  expect(notes).toEqual([expect.stringMatching(/^The host has the driver nvidia at 0000:17:00.0\./)]);
});

test.each([
  ["a host without an IOMMU", [{ ...h100, group: undefined }], /^Not sold: 0000:17:00\.0 .*intel_iommu=on/],
  [
    "a name that the host does not know",
    [{ ...h100, product: ["2330", " "] }],
    /does not know what it is: 0000:17:00\.0/,
  ],
  [
    "another device in its group",
    [
      { ...h100, group: [31, "0000:18:00.0"] },
      { ...board, address: "0000:18:00.0", driver: "nvme", group: [31, "0000:17:00.0"] },
    ],
    /0000:18:00\.0 \(ASPEED Graphics Family\) is in its IOMMU group 31/,
  ],
  [
    "virtual functions",
    [
      {
        ...h100,
        more: `<capability type='virt_functions' maxCount='2'>${addressElement("0000:17:00.4")}</capability>`,
      },
    ],
    /^Not sold whole: 0000:17:00\.0, because it has virtual functions/,
  ],
] as const satisfies readonly (readonly [string, readonly Sample[], RegExp])[])(
  "a card is not sold with %s, and a note says why",
  (_name, devices: readonly Sample[], words) => {
    const { gpus, notes } = told(...devices.map(pciDocument));
    expect(gpus).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(words)]);
  },
);

test("two cards in one group are not sold, and idle neighbours are no obstacle", () => {
  const second = { ...mi210, address: "0000:c2:00.0", group: [77, "0000:c1:00.0"] as const };
  const both = told(pciDocument({ ...mi210, group: [77, "0000:c2:00.0"] }), pciDocument(second));
  expect(both).toMatchObject({
    gpus: [],
    notes: [/c2:00\.0/, /c1:00\.0/].map((words) => expect.stringMatching(words)),
  });
  const idle = { ...board, address: "0000:c2:00.0", driver: "vfio-pci", group: [77, "0000:c1:00.0"] as const };
  expect(told(pciDocument({ ...mi210, group: [77, "0000:c2:00.0"] }), pciDocument(idle)).gpus).toHaveLength(1);
});

test("mediated devices that exist are slices, and their card is not told whole", () => {
  const [one, other] = ["B5D2E7A0-0d2c-4a6f-9b1e-2f3a4b5c6d7e", "0a8f0d6e-0d2c-4a6f-9b1e-2f3a4b5c6d7e"];
  const { gpus, notes } = told(
    ...[pciDocument(t4), mediatedDocument(one, "nvidia-231", t4.address), mediatedDocument(other, "x-9", t4.address)],
    mediatedDocument("1a8f0d6e-0d2c-4a6f-9b1e-2f3a4b5c6d7e", "nvidia-1", "0000:99:00.0"),
  );
  expect(notes).toEqual([]);
  expect(gpus).toEqual(
    [
      { uuid: other, profile: "x-9" },
      { uuid: one.toLowerCase(), profile: "GRID T4-2Q" },
    ].map(({ uuid, profile }) => ({
      ...{
        address: `0000:3b:00.0/${uuid}`,
        model: `TU104GL [Tesla T4] ${profile}`,
        uuid,
        driver: "nvidia",
        iommuGroup: 5,
      },
      ...{ functions: [], slice: { card: "0000:3b:00.0", profile, onDemand: false } },
    })),
  );
});

test("mediated devices of virtual functions are slices of the card", () => {
  const uuid = "0a8f0d6e-0d2c-4a6f-9b1e-2f3a4b5c6d7e";
  const functionOf = `<capability type='phys_function'>${addressElement(h100.address)}</capability>`;
  const virtual = pciDocument({ ...h100, address: "0000:17:00.4", group: [40], more: functionOf });
  const { gpus } = told(pciDocument(h100), virtual, mediatedDocument(uuid, "nvidia-1", "0000:17:00.4"));
  expect(gpus.map(({ address }) => address)).toEqual([`0000:17:00.0/${uuid}`]);
});

test("a card that makes mediated devices and has none is sold whole, and a note names the profiles", () => {
  const { gpus, notes } = told(pciDocument({ ...t4, driver: "vfio-pci" }));
  expect(gpus.map(({ model }) => model)).toEqual(["TU104GL [Tesla T4]"]);
  expect(notes).toEqual([expect.stringContaining("(GRID T4-1B, GRID T4-2Q), and has none")]);
});
