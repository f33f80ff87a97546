import { expect, test } from "vitest";
import { SiteHost } from "../hosts/site-hosts.ts";
import { labelsIn } from "../machine/labels.ts";
import { filesIn } from "../machine/usage.ts";
import { readXml } from "../xml/xml-document.ts";
import { machineObstacles, machineWarnings, type Surroundings, volumeObstacles } from "./obstacles.ts";
import { disksOfStranger, type HostMachine } from "./stranger.ts";

const ROOT =
  "<disk type='file' device='disk'><driver type='qcow2'/><source file='/a/web.qcow2'/><target dev='vda' bus='virtio'/></disk>";
const DATA = ROOT.replace("web.qcow2", "notes.qcow2").replace("vda", "vdb");
const CHANNEL = "<channel type='unix'><target type='virtio' name='org.qemu.guest_agent.0'/></channel>";

function machineOf(devices = "", rest = "", root = ROOT): HostMachine {
  const definition = readXml(
    `<domain><os><type arch='x86_64'>hvm</type></os><features><acpi/></features>${rest}<devices>${root}${DATA}${CHANNEL}${devices}</devices></domain>`,
  );
  const domain = { name: "web", uuid: Buffer.alloc(16), id: 1 };
  const host = new SiteHost({ url: "unix:///nowhere" });
  return { host, domain, definition, labels: labelsIn(definition), files: filesIn(definition) };
}

const none: ReadonlySet<string> = new Set();
const around: Surroundings = {
  ...{ siteId: "site_1", transient: none, saved: none, withSnapshots: none, ours: none },
  ...{ onSeveralHosts: none, sharedFolder: null, inCeph: false, outside: none },
  users: new Map([["/a/web.qcow2", ["web"]]]),
  sizes: new Map([
    ["/a/web.qcow2", 5_000_000_000n],
    ["/a/notes.qcow2", 2n ** 30n],
  ]),
};
const labels = JSON.stringify({
  ...{ siteId: "site_2", vmId: "vm_1", name: "web", tags: [], planId: "p", templateId: "t", diskGb: 1, disk: "d" },
  ...{ record: { installation_id: "i", rows: {} }, madeAt: "2026-01-01T00:00:00Z" },
});
const cut = (text: string, from: string, to: string) => machineOf("", "", text.replace(from, to));

test.each([
  ["plain", machineOf(), around, []],
  [
    "of another site",
    machineOf("", `<metadata><fulmar:machine>${labels}</fulmar:machine></metadata>`),
    around,
    [/site_2/],
  ],
  ["transient", machineOf(), { ...around, transient: new Set(["web"]) }, [/transient/]],
  ["saved", machineOf(), { ...around, saved: new Set(["web"]) }, [/saved/]],
  ["that two hosts have", machineOf(), { ...around, onSeveralHosts: new Set(["web"]) }, [/Several hosts/]],
  [
    "outside of the hosts' folder",
    machineOf(),
    { ...around, sharedFolder: "/srv/fulmar", outside: new Set(["/a/web.qcow2"]) },
    [/vda cannot be adopted\. Its file \/a\/web\.qcow2.*into \/srv\/fulmar/],
  ],
  ["with snapshots", machineOf(), { ...around, withSnapshots: new Set(["web"]) }, [/snapshots/]],
  ["with a host's card", machineOf("<hostdev/>"), around, [/device of its host \(hostdev/]],
  ["with a host's folder", machineOf("<filesystem/>"), around, [/folder of its host/]],
  ["with a host's network card", machineOf("<interface type='hostdev'/>"), around, [/network card/]],
  ["on a foreign bridge", machineOf("<interface type='bridge'/>"), around, []],
  ["with a CD", machineOf("<disk type='file' device='cdrom'><target dev='sda' bus='sata'/></disk>"), around, []],
  ["with a host's TPM", machineOf("<tpm><backend type='passthrough'/></tpm>"), around, [/TPM/]],
  ["with QEMU's options", machineOf("", "<qemu:commandline/>"), around, [/qemu:commandline/]],
  ["with a raw disk", cut(ROOT, "'qcow2'", "'raw'"), around, [/vda cannot be adopted\. It is raw/]],
  [
    "with a disk that is no file",
    cut(ROOT, "<source file='/a/web.qcow2'/>", "<source dev='/dev/sdb'/>"),
    around,
    [/no file/],
  ],
  ["on another bus", cut(ROOT, "bus='virtio'", "bus='sata'"), around, [/bus sata/]],
  ["without a vda", cut(ROOT, "vda", "sda"), around, [/no disk vda/, /no whole number/]],
  [
    "whose disk is nowhere",
    machineOf(),
    { ...around, sizes: new Map() },
    [/web\.qcow2 is in no/, /notes\.qcow2 is in no/],
  ],
  [
    "whose disk another has",
    machineOf(),
    { ...around, users: new Map([["/a/web.qcow2", ["db", "web"]]]) },
    [/several machines \(db, web\)/],
  ],
  ["with a volume of ours", machineOf(), { ...around, ours: new Set(["/a/notes.qcow2"]) }, [/vdb.*Fulmar's volumes/]],
  ["with two files of a name", machineOf(DATA.replace("/a/", "/b/")), around, [/no storage pool/, /Two of its disks/]],
])("a machine %s", (_what, machine, surroundings, expected) => {
  expect(machineObstacles(machine, surroundings)).toEqual(expected.map((part) => expect.stringMatching(part)));
});

test("a volume has a size in whole GiB", () => {
  const disk = disksOfStranger(machineOf().definition)[1];
  if (disk === undefined) throw new Error("no disk");
  expect(volumeObstacles(disk, around)).toEqual([]);
  const sizes = new Map([["/a/notes.qcow2", 2n ** 30n + 512n]]);
  expect(volumeObstacles(disk, { ...around, sizes })).toEqual([expect.stringContaining("no whole number")]);
});

test("an operator is warned of what a machine lacks", () => {
  expect(machineWarnings(machineOf())).toEqual([]);
  const bare = { ...machineOf(), definition: readXml("<domain><cpu><topology cores='2'/></cpu><devices/></domain>") };
  expect(machineWarnings(bare)).toHaveLength(2);
});
