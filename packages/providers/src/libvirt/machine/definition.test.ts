import { expect, test } from "vitest";
import { sampleRecord } from "../../conformance/provider-fixture.ts";
import { childrenOf, find, readXml, textAt, writeXml } from "../xml/xml-document.ts";
import {
  addDisk,
  diskElementAt,
  disksOf,
  newDefinition,
  removeDisk,
  setRootDisk,
  setSeed,
  setSize,
  sizeOf,
} from "./definition.ts";
import { type Labels, labelsIn, uuidOf, uuidText, withLabels } from "./labels.ts";

const labels: Labels = {
  siteId: "site_1",
  vmId: "vm_1",
  name: `</fulmar:machine><disk/> "quoted" & \u0007`,
  tags: ["]]>", "ü"],
  planId: "small",
  templateId: "img_1",
  diskGb: 4,
  disk: "vm_1.root-first.qcow2",
  record: sampleRecord("vm", "web"),
  madeAt: "2026-01-02T03:04:05.000Z",
  rescue: false,
  turn: false,
  addresses: [],
  copied: false,
  leftover: [],
};
const paths = { disk: "/pool/vm_1.root-first.qcow2", console: "/pool/vm_1.console.log", shared: false };
const made = () =>
  readXml(
    writeXml(
      newDefinition({ cpu: 2, ramMb: 1024 }, labels, { type: "qemu", cpuModel: "qemu64", screens: "none" }, paths),
    ),
  );

test("a definition keeps what the owner typed in its labels alone", () => {
  const definition = made();
  expect(labelsIn(definition)).toEqual(labels);
  expect(disksOf(definition)).toEqual([{ target: "vda", path: paths.disk }]);
  expect(labelsIn(withLabels(definition, { ...labels, planId: "large" }))?.planId).toBe("large");
  expect(labelsIn(readXml("<domain><metadata/></domain>"))).toBeUndefined();
  const tampered = withLabels(definition, labels);
  const metadata = find(tampered, "metadata") ?? tampered;
  for (const own of childrenOf(metadata, "fulmar:machine")) own.children = ['{"siteId":'];
  expect(labelsIn(tampered)).toBeUndefined();
});

test("a definition is edited in place", () => {
  const definition = made();
  setSize(definition, { cpu: 4, ramMb: 2048 });
  expect(sizeOf(definition)).toEqual({ cpu: 4, ramMb: 2048 });
  expect(textAt(definition, "currentMemory")).toBe(String(2048 * 1024));
  setRootDisk(definition, "/pool/other.qcow2", "rescue");
  setSeed(definition, "/pool/vm_1.seed.iso");
  addDisk(definition, { path: "/pool/vol.qcow2", target: "vdb", serial: "vol_01234567890123456789", shared: true });
  expect(disksOf(definition)).toEqual([
    { target: "vda", path: "/pool/other.qcow2" },
    { target: "vdb", path: "/pool/vol.qcow2" },
  ]);
  const [root, data] = [diskElementAt(definition, "vda"), diskElementAt(definition, "vdb")];
  expect(root && textAt(root, "serial")).toBe("rescue");
  // A serial has twenty characters.
  expect(data && textAt(data, "serial")).toBe("01234567890123456789");
  // A host keeps nothing of a shared disk in its memory.
  const cacheOf = (disk: typeof root) => disk && find(disk, "driver")?.attributes.get("cache");
  expect([cacheOf(root), cacheOf(data)]).toEqual([undefined, "none"]);
  removeDisk(definition, "vdb");
  expect(disksOf(definition)).toHaveLength(1);
});

test("the UUID of a machine follows from its id", () => {
  expect(uuidText(uuidOf("vm_1"))).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uuidOf("vm_1")).toEqual(uuidOf("vm_1"));
  expect(uuidOf("vm_1")).not.toEqual(uuidOf("vm_2"));
});
