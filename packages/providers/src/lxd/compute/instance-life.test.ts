import { expect, test } from "vitest";
import { sampleRecord } from "../../conformance/provider-fixture.ts";
import { LxdClient } from "../client/lxd-client.ts";
import { anotherBoot, bootedBy, firmwareOf } from "./firmware.ts";
import { limitsOf, newInstance } from "./instance-life.ts";

test("newInstance sets image, limits, root disk, profile and labels", () => {
  const client = new LxdClient({ url: "unix:///nowhere" }, "fulmar");
  const site = { client, siteId: "site_1", pool: "ssd", network: "bridge0", instanceType: "virtual-machine" } as const;
  const record = sampleRecord("vm", "web");
  const size = { cpu: 2, ramMb: 2048, diskGb: 40, gpuModel: null, gpuCount: 0, gpus: [], planId: "small" };
  const spec = { name: "web", ...size, templateId: "debian-12", tags: ["a", "b"], record };
  expect(newInstance(site, "vm_1", spec, { devices: {}, config: {} })).toEqual({
    type: "virtual-machine",
    profiles: ["vm-1"],
    source: { type: "image", alias: "debian-12" },
    config: {
      "user.fulmar.site": "site_1",
      "user.fulmar.role": "vm",
      "user.fulmar.id": "vm_1",
      "user.fulmar.template": "debian-12",
      "user.fulmar.name": "web",
      "user.fulmar.tags": "a,b",
      "user.fulmar.plan": "small",
      "user.fulmar.record": JSON.stringify(record),
      "user.fulmar.created": expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      "limits.cpu": "2",
      "limits.memory": "2048MiB",
      "security.devlxd": "false",
    },
    devices: { root: { type: "disk", path: "/", pool: "ssd", size: "40GiB" } },
  });
});

test("a machine is booted by BIOS where its image says so, and by what the server has otherwise", () => {
  const [vms, containers] = [{ instanceType: "virtual-machine" }, { instanceType: "container" }] as const;
  const byBios = { "security.csm": "true", "security.secureboot": "false" };
  expect(bootedBy(vms, "bios")).toEqual(byBios);
  for (const firmware of ["uefi", null] as const) {
    expect(bootedBy(vms, firmware)).toEqual({});
    expect(anotherBoot(byBios, firmware)).toEqual({ "security.csm": "", "security.secureboot": "" });
    // What an operator has set of it stays.
    expect(anotherBoot({ "security.secureboot": "false" }, firmware)).toEqual({});
  }
  expect(bootedBy(containers, "bios")).toEqual({});
  expect(anotherBoot({}, "bios")).toEqual(byBios);
  expect(firmwareOf(byBios)).toEqual({ firmware: "bios" });
  expect(firmwareOf({})).toEqual({});
});

test("limitsOf also limits the processes of containers", () => {
  expect(limitsOf({ instanceType: "container" }, { cpu: 2, ramMb: 512 })).toEqual({
    "limits.cpu": "2",
    "limits.memory": "512MiB",
    "limits.processes": "8192",
  });
});
