// A machine gets a card by pass-through, on a host that is itself a virtual machine (`npm run kvm-nested`, docs/kvm.md).
import assert from "node:assert/strict";
import { startNestedHost, whyNoNestedHost } from "@fulmar/testkit/nested-host";
import { tinyImage } from "@fulmar/testkit/tiny-image";
import { smallSpec, uniqueId } from "../../conformance/provider-fixture.ts";
import type { InstanceSize, InstanceSpec } from "../../ports/compute-port.ts";
import type { SiteServer } from "../../ports/provider-kind.ts";
import { inGuest, NESTED_BOOT_MS } from "../guest-fixture.ts";
import { libvirtKind } from "../libvirt-kind.ts";
import { closeSite, openSite } from "../libvirt-provider.ts";
import { optionsOf } from "../site/site-options.ts";
import { readNodeDevices } from "./node-devices.ts";

export { whyNoNestedHost };

/** Runs a step and says how it went. */
type Step = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

const signal = AbortSignal.timeout(3_600_000);
const IMAGE = "img_tiny";
/** Sound by Intel, as QEMU emulates it: the card's second function. */
const SOUND = "0x8086 0x293e";
const LOOK = 'for d in /sys/bus/pci/devices/*; do echo "$(cat $d/vendor) $(cat $d/device) $(cat $d/class)"; done';

/** @throws AssertionError with what differs, or the error of a step and what the host wrote */
export async function nestedTrial(step: Step): Promise<void> {
  const host = await step("a host with an IOMMU and a card boots", startNestedHost);
  try {
    await trialAt(host, step);
  } catch (error) {
    throw new Error(`${reasonsOf(error).join("\n")}\nThe host wrote:\n${host.log().slice(-8_000)}`, { cause: error });
  } finally {
    await host.stop();
  }
}

function reasonsOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...reasonsOf(error.cause)] : [];
}

async function trialAt({ tls, card }: Awaited<ReturnType<typeof startNestedHost>>, step: Step): Promise<void> {
  const siteId = uniqueId("site");
  const { authority, certificate, key } = tls;
  const endpoint = {
    url: `tls://${tls.host}:${tls.port}`,
    client: { certificate, key },
    serverCertificate: authority,
  };
  const northbound = `ssl:${tls.host}:${tls.northboundPort}`;
  const options = await step("the site is added", async () => {
    const completed = await libvirtKind.completeOptions({ siteId, endpoint, options: { northbound } }, signal);
    await libvirtKind.prepare({ siteId, endpoint, options: completed }, signal);
    return completed;
  });
  const server: SiteServer = { siteId, endpoint, options };
  const file = await tinyImage();
  await step("it has an image", () => libvirtKind.importImage(server, IMAGE, { file, cloudInit: true }, signal));
  const provider = libvirtKind.open(server);
  const site = openSite(optionsOf(server));
  const { compute, hosts } = provider;
  const drivers = async () => {
    const { client } = await site.storage.host(signal);
    const devices = (await readNodeDevices(client, signal))?.pci ?? [];
    return devices.flatMap(({ address, driver }) => (address.startsWith(card.slice(0, -1)) ? [driver] : []));
  };
  const [one, other] = [uniqueId("vm"), uniqueId("vm")];
  const plain = smallSpec({ images: [IMAGE, IMAGE] });
  try {
    const model = await step("its host tells the card", async () => {
      const [told] = await hosts.inspectGpus(signal);
      console.log(`          ${JSON.stringify(told)}`);
      assert.deepEqual(
        told?.gpus?.map(({ address }) => address),
        [card],
      );
      assert.deepEqual(told?.notes, []);
      assert.equal((await provider.inspect(signal)).unsupported.includes("gpu"), false);
      return (await hosts.listHosts(signal))[0]?.gpus?.[0]?.model ?? "";
    });
    assert.deepEqual(await drivers(), [null, "snd_hda_intel"]);
    const spec: InstanceSpec = { ...plain, gpuModel: model, gpuCount: 1, gpus: [card] };
    await step("a machine is made with it", async () => {
      await compute.createInstance(one, spec, signal);
      await compute.configureInstance(one, { hostname: "nested", sshKeys: [], userData: null }, signal);
    });
    await step("another machine does not get it", () =>
      assert.rejects(compute.createInstance(other, spec, signal), { code: "site_full" }),
    );
    await compute.deleteInstance(other, signal);
    await step("it starts", () => compute.startInstance(one, signal));
    assert.deepEqual(await drivers(), ["vfio-pci", "vfio-pci"]);
    await step("its guest sees the card and its sound", async () => {
      const seen = await inGuest(site, one, LOOK, signal, NESTED_BOOT_MS);
      console.log(`          ${seen.trim().replaceAll("\n", ", ")}`);
      assert.match(seen, /^0x1002 0x5046 0x0300/m);
      assert.match(seen, new RegExp(`^${SOUND} 0x0403`, "m"));
      // It has no driver for the card, so no node.
      assert.deepEqual(await compute.seeGpus(one, signal), { nodes: [], listed: null });
    });
    await step("it restarts with them", async () => {
      await compute.restartInstance(one, { force: true, requestId: "again" }, signal);
      assert.deepEqual(await drivers(), ["vfio-pci", "vfio-pci"]);
    });
    await step("it gives them back when it is resized", async () => {
      await compute.stopInstance(one, { force: true }, signal);
      assert.deepEqual(await drivers(), [null, "snd_hda_intel"]);
      const { cpu, ramMb, gpuModel, gpuCount, gpus, planId }: InstanceSize = plain;
      await compute.resizeInstance(one, { cpu, ramMb, gpuModel, gpuCount, gpus, planId }, signal);
      assert.deepEqual((await compute.findInstances([one], signal))[0]?.gpus, []);
    });
    await step("another machine gets the card then, and gives it back when it is deleted", async () => {
      await compute.createInstance(other, spec, signal);
      await compute.startInstance(other, signal);
      assert.deepEqual((await compute.findInstances([other], signal))[0]?.gpus, [card]);
      await compute.deleteInstance(other, signal);
      assert.deepEqual(await drivers(), [null, "snd_hda_intel"]);
    });
    await step("both are gone", async () => {
      await compute.deleteInstance(one, signal);
      assert.deepEqual(await compute.listInstances({ after: "", limit: 10 }, signal), []);
    });
  } finally {
    await closeSite(site);
    await provider.close();
  }
}
