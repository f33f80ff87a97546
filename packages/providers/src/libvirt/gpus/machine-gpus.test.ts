import { LibvirtError } from "@fulmar/libvirt-rpc";
import { expect, test } from "vitest";
import { ProviderError } from "../../ports/provider-error.ts";
import { asProviderError } from "../client/libvirt-refusal.ts";
import { childrenOf, find, readXml, writeXml } from "../xml/xml-document.ts";
import type { GivenGpu } from "./host-gpus.ts";
import { gpusOf, hostDevicesOf, setGpus } from "./machine-gpus.ts";
import { gpuRefusal } from "./start-machine.ts";

const known = { model: "a model", driver: null, iommuGroup: 1, uuid: null };
const card: GivenGpu = { ...known, address: "0000:65:00.0", functions: ["0000:65:00.0", "0000:65:00.1"] };
const uuid = "0a8f0d6e-0d2c-4a6f-9b1e-2f3a4b5c6d7e";
const slice: GivenGpu = {
  ...{ ...known, uuid, address: `0001:3b:1f.7/${uuid}`, functions: [] },
  slice: { card: "0001:3b:1f.7", profile: "GRID T4-2Q", onDemand: false },
};
const STRANGE = `<hostdev mode="subsystem" type="pci" managed="yes"><source>
  <address domain="0x0000" bus="0x05" slot="0x00" function="0x0"/></source></hostdev>
  <hostdev mode="subsystem" type="usb"><source><vendor id="0x1234"/></source></hostdev>`;
const definition = () => readXml(`<domain><devices>${STRANGE}</devices></domain>`);
const again = (written: ReturnType<typeof definition>) => readXml(writeXml(written));

test("a definition gives whole cards with their sound, and slices by their uuid", () => {
  const domain = definition();
  setGpus(domain, [card, slice], new Set());
  const read = again(domain);
  expect(gpusOf(read)).toEqual([card.address, slice.address]);
  expect(hostDevicesOf(read)).toEqual(["0000:05:00.0", "0000:65:00.0", "0000:65:00.1", uuid]);
  expect(writeXml(read)).toContain(
    '<hostdev mode="subsystem" type="pci" managed="yes"><source>' +
      '<address domain="0x0000" bus="0x65" slot="0x00" function="0x1"/></source>' +
      '<alias name="ua-gpu-0000-65-00-0-with-1"/></hostdev>' +
      '<hostdev mode="subsystem" type="mdev" managed="no" model="vfio-pci"><source>' +
      `<address uuid="${uuid}"/></source><alias name="ua-gpu-0001-3b-1f-7-${uuid}"/></hostdev>`,
  );
});

test("GPUs that stay keep their elements, and devices of others are left alone", () => {
  const domain = definition();
  setGpus(domain, [card, slice], new Set());
  const kept = again(domain);
  const placed = find(kept, "devices");
  const first = placed && childrenOf(placed, "hostdev")[2];
  first?.attributes.set("placed", "here");
  setGpus(kept, [], new Set([card.address]));
  expect(gpusOf(kept)).toEqual([card.address]);
  expect(writeXml(kept)).toContain('placed="here"');
  setGpus(kept, [], new Set());
  expect(gpusOf(kept)).toEqual([]);
  expect(hostDevicesOf(kept)).toEqual(["0000:05:00.0"]);
});

test("devices of the host get ports of their own, once", () => {
  const domain = definition();
  const ports = () => {
    const devices = find(domain, "devices");
    return devices === undefined ? 0 : childrenOf(devices, "controller").length;
  };
  setGpus(domain, [], new Set());
  const before = ports();
  setGpus(domain, [card], new Set());
  expect(ports()).toBe(before + 2);
  setGpus(domain, [], new Set());
  setGpus(domain, [card], new Set());
  expect(ports()).toBe(before + 2);
});

test.each([
  ["unsupported configuration: host doesn't support passthrough of host PCI devices", "unsupported_by_site"],
  ["unsupported configuration: Mediated host device assignment requires VFIO support", "unsupported_by_site"],
  ["PCI device 0000:65:00.0 is in use by driver QEMU, domain vm_1", "site_full"],
  [
    "Requested operation is not valid: mediated device /sys/bus/mdev/devices/x is in use by driver QEMU, domain y",
    "site_full",
  ],
  [
    "Device 0000:65:00.0 not found: could not access /sys/bus/pci/devices/0000:65:00.0/config: No such file",
    "site_full",
  ],
  [`device not found: mediated device '${uuid}' not found`, "site_full"],
  ["vfio 0000:65:00.0: group 12 is not viable", "unsupported_by_site"],
  ["Cannot get interface MTU on 'br-int': No such device", undefined],
  ["Requested operation is not valid: domain is already running", undefined],
])("a start that fails with %s is told by %s", (said, code) => {
  const refused = gpuRefusal(asProviderError(new LibvirtError({ code: 55, origin: 10, message: said })));
  expect(refused?.code).toBe(code);
  expect(gpuRefusal(new ProviderError("other", said, { retryable: true }))).toBeUndefined();
});
