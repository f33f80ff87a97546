// A site on two hosts of this machine, in namespaces of their own, with one folder, one OVN, and machines that boot under
// emulation.
import { needs } from "@fulmar/testkit";
import { whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostConformance } from "../conformance/host-conformance.ts";
import { runningInstance, sampleRecord, signal, smallSpec, twice, uniqueId } from "../conformance/provider-fixture.ts";
import type { SiteServer } from "../ports/provider-kind.ts";
import { hostAdditions } from "./site/host-additions.ts";
import { type GuestFixture, startPairSite, urlOf } from "./trial-site-fixture.ts";

const timeout = 300_000;
const [FIRST, SECOND] = ["kvm-host", "kvm-host-2"];

const missing = whyNoLibvirt({ ovn: true });
if (missing !== undefined) console.warn(missing);
describe("two hosts with libvirt", { ...needs("libvirt", missing === undefined), timeout }, () => {
  let pair: Awaited<ReturnType<typeof startPairSite>>;
  let server: SiteServer;
  let fixture: GuestFixture;
  beforeAll(async () => {
    pair = await startPairSite();
    const { server: alone, second } = pair;
    const { name, options } = await hostAdditions.add(alone, urlOf(second), signal);
    expect(name).toBe(SECOND);
    server = { ...alone, options };
    expect(await hostAdditions.add(server, urlOf(second), signal)).toEqual({ name, options });
    fixture = await pair.open(server);
  }, timeout);
  afterAll(async () => {
    await fixture?.close();
    await pair?.second.stop();
    await pair?.host.stop();
  });

  describe("conformance", () => hostConformance(() => pair.open(server)));

  test("a machine is made on the host that was asked for", async () => {
    const { compute, hosts } = fixture.provider;
    for (const host of [SECOND, FIRST]) {
      const vmId = uniqueId("vm");
      await twice(() => compute.createInstance(vmId, { ...smallSpec(fixture), host }, signal));
      expect(await compute.findInstances([vmId], signal)).toMatchObject([{ vmId, host, power: "stopped" }]);
      await compute.deleteInstance(vmId, signal);
      expect(await compute.findInstances([vmId], signal)).toEqual([]);
    }
    expect(await hosts.listHosts(signal)).toMatchObject(
      [FIRST, SECOND].map((name) => ({ name, online: true, movesLive: true, sharedDisks: true })),
    );
  });
});
