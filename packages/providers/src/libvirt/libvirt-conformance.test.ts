// Conformance tests against a libvirtd of this machine's packages, in namespaces of its own, with machines that boot
// under emulation.
import { needs } from "@fulmar/testkit";
import { type LibvirtHost, startLibvirtHost, whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { tinyImage } from "@fulmar/testkit/tiny-image";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { computeConformance } from "../conformance/compute-conformance.ts";
import { inventoryConformance } from "../conformance/inventory-conformance.ts";
import { type ProviderFixture, signal, twice, uniqueId } from "../conformance/provider-fixture.ts";
import { volumeConformance } from "../conformance/volume-conformance.ts";
import type { ServerProvider, SiteServer } from "../ports/provider-kind.ts";
import { LibvirtClient } from "./client/libvirt-client.ts";
import { inGuest } from "./guest-fixture.ts";
import { libvirtKind } from "./libvirt-kind.ts";
import type { LibvirtSite } from "./libvirt-site.ts";
import { volumesIn } from "./storage/pool.ts";

/** A guest boots within ten seconds, on a machine that does nothing else. */
const timeout = 300_000;
const IMAGES = ["img_one", "img_two"] as const;

const missing = whyNoLibvirt();
if (missing !== undefined) console.warn(missing);
describe("a host with libvirt", { ...needs("libvirt", missing === undefined), timeout }, () => {
  let host: LibvirtHost;
  let server: SiteServer;
  const siteId = uniqueId("site");

  beforeAll(async () => {
    host = await startLibvirtHost();
    const endpoint = { url: `unix://${host.socket}` };
    const options = await libvirtKind.completeOptions({ siteId, endpoint, options: {} }, signal);
    server = { siteId, endpoint, options };
    await twice(() => libvirtKind.prepare(server, signal));
    const file = await tinyImage();
    for (const image of IMAGES)
      await twice(() => libvirtKind.importImage(server, image, { file, cloudInit: true }, signal));
  }, timeout);
  afterAll(async () => {
    await host.stop();
  });

  async function open(): Promise<ProviderFixture> {
    const provider: ServerProvider = libvirtKind.open(server);
    const client = new LibvirtClient(server.endpoint);
    const site: LibvirtSite = { client, siteId, pool: "fulmar", cpuModel: "qemu64" };
    const run = (vmId: string, command: string) => inGuest(site, vmId, command, signal);
    /** Finds the disk of a volume by its serial, mounts it and runs a command in it. */
    const on = (vmId: string, volumeId: string, command: string) =>
      run(
        vmId,
        `for d in /sys/block/vd*; do [ "$(cat $d/serial)" = "${volumeId.slice(-20)}" ] && disk=/dev/$(basename $d); done
         blkid $disk | grep -q TYPE || mkfs.ext4 -q $disk
         mount $disk /mnt && (${command}); code=$?; umount /mnt; exit $code`,
      );
    return {
      provider,
      images: IMAGES,
      serialTerminal: true,
      bootOf: (vmId) => run(vmId, "cat /proc/sys/kernel/random/boot_id"),
      async mark(vmId, text) {
        await run(vmId, `printf %s '${text}' > /root/mark; sync`);
      },
      markOf: async (vmId) => (await run(vmId, "cat /root/mark 2>/dev/null; true")) || null,
      async write(vmId, { volumeId }, text) {
        await on(vmId, volumeId, `printf %s '${text}' > /mnt/mark`);
      },
      read: async (vmId, { volumeId }) => (await on(vmId, volumeId, "cat /mnt/mark 2>/dev/null; true")) || null,
      byHand: notMadeByHand,
      inventory: async () => (await volumesIn(site, signal)).map(({ name }) => name).toSorted(),
      async close() {
        await client.close();
        await provider.close();
      },
    };
  }

  describe("compute", () => computeConformance(open));
  describe("volumes", () => volumeConformance(open));
  describe("inventory", () => inventoryConformance(open));

  test("removing a site leaves nothing of it at its host", async () => {
    await twice(() => libvirtKind.remove(server, signal));
    expect(await host.run("ls", "/var/lib/libvirt/fulmar")).toBe("");
    expect((await host.run("virsh", "list", "--all", "--name")).trim()).toBe("");
  });
});

const notTried = () => Promise.reject(new Error("Adoption is not built for libvirt."));
const notMadeByHand = { make: notTried, bootOf: notTried, write: notTried, read: notTried, remove: notTried };
