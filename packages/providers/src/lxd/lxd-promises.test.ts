// The promises of the ports, held against a real server: FULMAR_LXD says where it is, as JSON with url, project, pool and two images; with an
// uplink, networks are of OVN; a server that is reached by https needs client and serverCertificate.
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { computePromises } from "../promises/compute-promises.ts";
import { networkPromises } from "../promises/network-promises.ts";
import { type ProviderBed, signal, twice, uniqueId } from "../promises/provider-bed.ts";
import { recoveryPromises } from "../promises/recovery-promises.ts";
import { volumePromises } from "../promises/volume-promises.ts";
import { LxdClient } from "./client/lxd-client.ts";
import { pathOf } from "./client/path-of.ts";
import { pullFile, pushFile } from "./files.ts";
import { stateOf } from "./instances.ts";
import { lxdProvider } from "./lxd-provider.ts";
import { lxdName } from "./names.ts";
import { networkAclOf } from "./network/bridges/network-filters.ts";
import { prepareSite, siteNetwork } from "./site/prepare-site.ts";
import { removeSite } from "./site/remove-site.ts";

const Server = z.object({
  url: z.string(),
  client: z.object({ certificate: z.string(), key: z.string() }).exactOptional(),
  serverCertificate: z.string().exactOptional(),
  project: z.string(),
  pool: z.string(),
  uplink: z.string().optional(),
  images: z.tuple([z.string(), z.string()]),
});

const named = process.env.FULMAR_LXD;
if (named === undefined) test.skip("an LXD server: FULMAR_LXD names none", () => {});
else describe("an LXD server", () => promisesOf(Server.parse(JSON.parse(named))));

function promisesOf({ project, pool, uplink, images, ...endpoint }: z.infer<typeof Server>) {
  const siteId = uniqueId("site");
  const options = { siteId, pool, uplink, network: siteNetwork(siteId), instanceType: "container" } as const;
  const client = new LxdClient(endpoint, project);
  const site = { client, ...options };
  const prepared = prepareSite({ endpoint, project, ...options }, signal);
  afterAll(async () => {
    await client.remove(pathOf("networks", site.network), signal);
    for (const name of [lxdName(siteId), networkAclOf(site.network)]) await client.remove(pathOf("network-acls", name), signal);
    await client.close();
  });

  async function open(): Promise<ProviderBed> {
    await prepared;
    const provider = lxdProvider({ endpoint, project, ...options });
    const pathOn = (devicePath: string | null) => (devicePath === null ? "/root/mark" : `/mnt/${devicePath.split("/").at(-1)}/mark`);
    const write = (vmId: string, devicePath: string | null, content: string) =>
      pushFile(site, lxdName(vmId), { path: pathOn(devicePath), content, mode: "0644" }, signal);
    const read = async (vmId: string, devicePath: string | null) => (await pullFile(site, lxdName(vmId), pathOn(devicePath), signal)) ?? null;
    return {
      provider,
      images,
      // A container's boot is its first process.
      bootOf: async (vmId) => String((await stateOf(site, lxdName(vmId), signal)).pid),
      mark: (vmId, text) => write(vmId, null, text),
      markOf: (vmId) => read(vmId, null),
      write: (vmId, { devicePath }, text) => write(vmId, devicePath, text),
      read: (vmId, { devicePath }) => read(vmId, devicePath),
      async inventory() {
        const volumes = await client.get(pathOf("storage-pools", pool, "volumes"), z.object({ name: z.string(), type: z.string() }).array(), signal, {
          recursion: 1,
        });
        return volumes.map(({ type, name }) => `${type} ${name}`).toSorted((a, b) => (a < b ? -1 : 1));
      },
      close: () => provider.close(),
    };
  }

  describe("compute", () => computePromises(open));
  describe("networks", () => networkPromises(open));
  describe("recovery", () => recoveryPromises(open));
  describe("volumes", () => volumePromises(open));

  test("a site that is removed leaves its server as it was before", async () => {
    await prepared;
    const ended = uniqueId("site");
    const whole = { ...options, siteId: ended, network: siteNetwork(ended), endpoint, project: lxdName(ended) };
    const onServer = async () => {
      const kinds = ["/projects", "/networks", "/network-acls"].map((kind) => client.get(kind, z.string().array(), signal));
      return (await Promise.all(kinds)).flat().toSorted((a, b) => (a < b ? -1 : 1));
    };
    const before = await onServer();
    await prepareSite(whole, signal);
    const { volumes, close } = lxdProvider(whole);
    await volumes.createVolume(uniqueId("vol"), { name: "left behind", sizeGb: 1, type: "ssd", source: null }, signal);
    expect(await onServer()).not.toEqual(before);
    await twice(async () => expect(await removeSite(whole, signal)).toEqual({ projectRemoved: true }));
    expect(await onServer()).toEqual(before);
    await close();
  });
}
