import { afterAll, beforeAll, expect, test } from "vitest";
import type { MetadataPort } from "../ports/metadata-port.ts";
import { type ProviderFixture, runningInstance, signal, twice, uniqueId } from "./provider-fixture.ts";

/** Conformance tests of the metadata port: a site tells machines by the addresses that they send from. */
export function metadataConformance(
  open: () => Promise<ProviderFixture>,
  /** The address of a connection of a machine with this private address. */
  sentFrom: (privateIp: string) => string,
) {
  let fixture: ProviderFixture;
  let metadata: MetadataPort;
  beforeAll(async () => {
    fixture = await open();
    metadata = fixture.provider.metadata;
  });
  afterAll(() => fixture.close());

  test("the way opens and closes repeatably", async () => {
    const listener = await twice(() => metadata.open(8_169, signal));
    expect(listener.names.length).toBeGreaterThan(0);
    expect(await metadata.open(8_170, signal)).toEqual(listener);
    await twice(() => metadata.close(signal));
  });

  test("a machine is known by its address, and by no other", async () => {
    const [vmId, neighbourId] = [uniqueId("vm"), uniqueId("vm")];
    const own = (await runningInstance(fixture, vmId, "own")).privateIp ?? "";
    const other = (await runningInstance(fixture, neighbourId, "neighbour")).privateIp ?? "";
    // The list of machines may be a second old.
    await expect
      .poll(() => metadata.machineAt(sentFrom(other), signal))
      .toMatchObject({ vmId: neighbourId, address: other });
    const known = await metadata.machineAt(sentFrom(own), signal);
    expect(known).toMatchObject({ vmId, address: own, interfaces: [{ address: own }] });
    expect(known?.interfaces[0]?.mac).toMatch(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/);
    for (const address of [sentFrom("10.0.255.254"), "198.51.100.1", "", "::1", "127.0.0.1"])
      expect(await metadata.machineAt(address, signal), address).toBeNull();
    for (const id of [vmId, neighbourId]) await fixture.provider.compute.deleteInstance(id, signal);
    await expect.poll(() => metadata.machineAt(sentFrom(own), signal)).toBeNull();
  });
}
