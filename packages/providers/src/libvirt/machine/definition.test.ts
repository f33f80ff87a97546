import { expect, test } from "vitest";
import { sampleRecord } from "../../conformance/provider-fixture.ts";
import { volumeIdOfFile } from "../storage/names.ts";
import { childrenOf, find, readXml, textAt, writeXml } from "../xml/xml-document.ts";
import {
  addDisk,
  diskElement,
  diskElementAt,
  disksOf,
  newDefinition,
  removeDisk,
  setRootDisk,
  setSeed,
  setSize,
  sizeOf,
} from "./definition.ts";
import { pathOfSource } from "./disk-source.ts";
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
const access = { shared: false, ceph: null };
const paths = { disk: "/pool/vm_1.root-first.qcow2", console: "/pool/vm_1.console.log", access };
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
  setRootDisk(definition, "/pool/other.qcow2", access, "rescue");
  setSeed(definition, "/pool/vm_1.seed.iso");
  addDisk(
    definition,
    { path: "/pool/vol.qcow2", target: "vdb", serial: "vol_01234567890123456789" },
    { ...access, shared: true },
  );
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

test("a disk in Ceph is named by its pool and image, with the monitors and the secret of its user", () => {
  const ceph = { pool: "vms", user: "fulmar", monitors: ["10.0.0.1", "mon2.example.com:6789"] };
  const disk = readXml(
    writeXml(diskElement({ path: "rbd:vms/vol_1.volume", target: "vdb", serial: "vol_1" }, { shared: false, ceph })),
  );
  expect(disk.attributes.get("type")).toBe("network");
  expect(find(disk, "driver")?.attributes).toEqual(
    new Map([
      ["name", "qemu"],
      ["type", "raw"],
      ["discard", "unmap"],
      ["cache", "none"],
    ]),
  );
  const source = find(disk, "source") ?? disk;
  expect(pathOfSource(source)).toBe("rbd:vms/vol_1.volume");
  expect(childrenOf(source, "host").map(({ attributes }) => Object.fromEntries(attributes))).toEqual([
    { name: "10.0.0.1" },
    { name: "mon2.example.com", port: "6789" },
  ]);
  expect(find(source, "auth", "secret")?.attributes.get("usage")).toBe("client.fulmar");
  expect(volumeIdOfFile("rbd:vms/vol_1.volume")).toBe("vol_1");
});

test("the UUID of a machine follows from its id", () => {
  expect(uuidText(uuidOf("vm_1"))).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uuidOf("vm_1")).toEqual(uuidOf("vm_1"));
  expect(uuidOf("vm_1")).not.toEqual(uuidOf("vm_2"));
});
