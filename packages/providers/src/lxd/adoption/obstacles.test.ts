import { describe, expect, test } from "vitest";
import { LxdClient } from "../client/lxd-client.ts";
import type { LxdVolume } from "../volumes/stored-volume.ts";
import { LxdMachine } from "./lxd-machine.ts";
import { machineObstacles, machineWarnings, type Surroundings, volumeObstacles } from "./obstacles.ts";

const client = new LxdClient({ url: "unix:///nowhere" }, "own");
const site = { client, siteId: "site_own", pool: "disks", network: "own0", instanceType: "container" } as const;
const notes: LxdVolume = {
  name: "notes",
  config: { size: "1GiB" },
  content_type: "filesystem",
  used_by: ["/1.0/instances/web?project=own"],
};
const around: Surroundings = { site, profilesShared: false, strangers: new Map([["notes", notes]]) };

const root = { type: "disk", path: "/", pool: "disks", size: "4GiB" };
const data = { type: "disk", pool: "disks", source: "notes", path: "/srv/notes" };

/** A machine that can be adopted, with changes. */
function machineWith(change: Record<string, unknown> = {}, devices: Record<string, Record<string, string>> = {}) {
  const own = { root, data, eth0: { type: "nic", nictype: "bridged", parent: "br0" }, ...devices };
  const plain = { name: "web", type: "container", status: "Running", architecture: "x86_64", location: "none" };
  return LxdMachine.parse({ ...plain, devices: own, expanded_devices: own, ...change });
}

describe("a machine", () => {
  test.each([
    ["plain", machineWith(), []],
    [
      "of another site",
      machineWith({ config: { "user.fulmar.site": "site_x" } }),
      ["It belongs to Fulmar's site site_x."],
    ],
    ["on a server that is down", machineWith({ status: "Error" }), ["Its server does not answer."]],
    [
      "of another type",
      machineWith({ type: "virtual-machine" }),
      ["It is a virtual machine, and this site has containers only."],
    ],
    ["ephemeral", machineWith({ ephemeral: true }), ["It is ephemeral: its server deletes it when it stops."]],
    [
      "privileged by a profile",
      machineWith({ expanded_config: { "security.privileged": "true" } }),
      ["It is privileged: root in it is root of the server."],
    ],
    [
      "with raw options",
      machineWith({ config: { "raw.lxc": "x" } }),
      ["It has low-level options of the server (raw.lxc)."],
    ],
    [
      "in another pool",
      machineWith({}, { root: { ...root, pool: "fast" } }),
      ["Its root disk is in the pool fast, and this site uses disks."],
    ],
    [
      "with a GPU",
      machineWith({}, { gpu0: { type: "gpu" } }),
      ["Its device gpu0 passes something of the server through (gpu)."],
    ],
    [
      "with a folder of the host",
      machineWith({}, { share: { type: "disk", source: "/srv", path: "/srv" } }),
      ["Its device share is /srv of the server."],
    ],
    [
      "with a card of the host",
      machineWith({}, { eth1: { type: "nic", nictype: "physical" } }),
      ["Its device eth1 is a network card of the server."],
    ],
    [
      "with a volume of Fulmar's",
      machineWith({}, { data: { ...data, source: "vol-1" } }),
      ["Its volume vol-1 is one of Fulmar's."],
    ],
    ["with a volume by a profile", machineWith({ devices: { root } }), ["Its volume notes is attached by a profile."]],
  ])("%s", (_what, machine, obstacles) => {
    expect(machineObstacles(machine, around)).toEqual(obstacles);
  });

  test("whose profiles other projects share", () => {
    expect(machineObstacles(machineWith(), { ...around, profilesShared: true })).toEqual([
      expect.stringMatching(/another project/),
    ]);
  });

  test("is warned of when it can be adopted with something that Fulmar does not show", () => {
    const config = { "security.nesting": "true", "security.protection.delete": "true" };
    const machine = machineWith({ config, snapshots: [{ name: "snap0" }] }, { web: { type: "proxy" } });
    expect(machineObstacles(machine, around)).toEqual([]);
    expect(machineWarnings(machine)).toHaveLength(4);
  });
});

test("a volume without a size, of another content type, or of several machines cannot be adopted", () => {
  expect(volumeObstacles(notes, around)).toEqual([]);
  expect(volumeObstacles({ ...notes, config: {} }, around)).toEqual([expect.stringMatching(/no size/)]);
  expect(volumeObstacles({ ...notes, content_type: "block" }, around)).toEqual([expect.stringMatching(/content type/)]);
  const both = [...(notes.used_by ?? []), "/1.0/instances/db?project=own"];
  expect(volumeObstacles({ ...notes, used_by: both }, around)).toEqual([
    "It is attached to several machines (web, db).",
  ]);
});
