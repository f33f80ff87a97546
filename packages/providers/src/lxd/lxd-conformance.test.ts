// Conformance tests against a real server. FULMAR_LXD describes it as JSON: url, project, pool and two images. With an
// uplink, networks are OVN networks. A server reached by https needs client and serverCertificate.

import { once } from "node:events";
import { createServer } from "node:http";
import { needs } from "@fulmar/testkit";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { adoptionConformance } from "../conformance/adoption-conformance.ts";
import { computeConformance } from "../conformance/compute-conformance.ts";
import { copyConformance } from "../conformance/copy-conformance.ts";
import { hostConformance } from "../conformance/host-conformance.ts";
import { imageConformance } from "../conformance/image-conformance.ts";
import { inventoryConformance } from "../conformance/inventory-conformance.ts";
import { metadataConformance } from "../conformance/metadata-conformance.ts";
import { networkConformance } from "../conformance/network-conformance.ts";
import {
  type ProviderFixture,
  sampleRecord,
  signal,
  smallSpec,
  twice,
  uniqueId,
} from "../conformance/provider-fixture.ts";
import { recoveryConformance } from "../conformance/recovery-conformance.ts";
import { rootDiskConformance } from "../conformance/root-disk-conformance.ts";
import { volumeConformance } from "../conformance/volume-conformance.ts";
import { LxdClient, pathOf } from "./client/lxd-client.ts";
import { pullFile, pushFile } from "./files.ts";
import { stateOf } from "./instances.ts";
import { CREATED, lxdName, PLAN, RECORD } from "./labels.ts";
import { lxdProvider } from "./lxd-provider.ts";
import { type LxdSite, targetsOf } from "./lxd-site.ts";
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
if (named === undefined) test("an LXD server", needs("LXD in FULMAR_LXD", false), () => {});
else describe("an LXD server", () => conformanceOf(Server.parse(JSON.parse(named))));

/** The operator's own client: a profile has the root disk and the limits. */
function byHand(site: LxdSite, image: string): ProviderFixture["byHand"] {
  const { client, pool } = site;
  const power = (machine: string, action: string) =>
    client.change("PUT", pathOf("instances", machine, "state"), { action, force: true }, signal);
  const volumes = pathOf("storage-pools", pool, "volumes", "custom");
  const fileOf = (volume: string | null) => (volume === null ? "/root/mark" : "/srv/notes/mark");
  return {
    async make(machine, volume) {
      // A cluster would choose a member for the machine, and another one for its volume.
      const [target] = await targetsOf(client, signal);
      const root = { type: "disk", path: "/", pool, size: "4GiB" };
      const limits = { "limits.cpu": "1", "limits.memory": "512MiB" };
      await client.change("POST", "/profiles", { name: machine, config: limits, devices: { root } }, signal);
      const disk = { name: volume, type: "custom", content_type: "filesystem", config: { size: "1GiB" } };
      await client.change("POST", volumes, disk, signal, target);
      const devices = { notes: { type: "disk", pool, source: volume, path: "/srv/notes" } };
      const source = { type: "image", alias: image };
      const instance = { name: machine, type: "container", profiles: [machine], source, devices };
      await client.change("POST", "/instances", instance, signal, target);
      await power(machine, "start");
    },
    bootOf: async (machine) => String((await stateOf(site, machine, signal)).pid),
    write: (machine, volume, content) =>
      pushFile(site, machine, { path: fileOf(volume), content, mode: "0644" }, signal),
    read: async (machine, volume) => (await pullFile(site, machine, fileOf(volume), signal)) ?? null,
    async remove(machine, volume) {
      await power(machine, "stop");
      await client.remove(pathOf("instances", machine), signal);
      await client.remove(`${volumes}${pathOf(volume)}`, signal);
      await client.remove(pathOf("profiles", machine), signal);
    },
  };
}

function conformanceOf({ project, pool, uplink, images, ...endpoint }: z.infer<typeof Server>) {
  const siteId = uniqueId("site");
  const options = { siteId, pool, uplink, network: siteNetwork(siteId), instanceType: "container" } as const;
  const client = new LxdClient(endpoint, project);
  const site = { client, ...options };
  const prepared = prepareSite({ endpoint, project, ...options }, signal);
  afterAll(async () => {
    await client.remove(pathOf("profiles", `fulmar-${lxdName(siteId)}`), signal);
    await client.remove(pathOf("networks", site.network), signal);
    for (const name of [lxdName(siteId), networkAclOf(site.network)])
      await client.remove(pathOf("network-acls", name), signal);
    await client.close();
  });

  async function open(): Promise<ProviderFixture> {
    await prepared;
    const provider = lxdProvider({ endpoint, project, ...options });
    const pathOn = (devicePath: string | null) =>
      devicePath === null ? "/root/mark" : `/mnt/${devicePath.split("/").at(-1)}/mark`;
    const write = (vmId: string, devicePath: string | null, content: string) =>
      pushFile(site, lxdName(vmId), { path: pathOn(devicePath), content, mode: "0644" }, signal);
    const read = async (vmId: string, devicePath: string | null) =>
      (await pullFile(site, lxdName(vmId), pathOn(devicePath), signal)) ?? null;
    return {
      provider,
      images,
      // The process id of a container's init identifies its boot.
      bootOf: async (vmId) => String((await stateOf(site, lxdName(vmId), signal)).pid),
      mark: (vmId, text) => write(vmId, null, text),
      markOf: (vmId) => read(vmId, null),
      write: (vmId, { devicePath }, text) => write(vmId, devicePath, text),
      read: (vmId, { devicePath }) => read(vmId, devicePath),
      byHand: byHand(site, images[0]),
      async inventory() {
        const volumes = await client.get(
          pathOf("storage-pools", pool, "volumes"),
          z.object({ name: z.string(), type: z.string() }).array(),
          signal,
          {
            recursion: 1,
          },
        );
        return volumes.map(({ type, name }) => `${type} ${name}`).toSorted((a, b) => (a < b ? -1 : 1));
      },
      close: () => provider.close(),
    };
  }

  describe("adoption", () => adoptionConformance(open));
  describe("compute", () => computeConformance(open));
  describe("root disks", () => rootDiskConformance(open));
  describe("copies", () => copyConformance(open));
  describe("hosts", () => hostConformance(open));
  describe("images", () => imageConformance(open));
  describe("inventory", () => inventoryConformance(open));
  if (uplink === undefined) describe("metadata", () => metadataConformance(open, (privateIp) => privateIp));
  describe("networks", () => networkConformance(open));
  describe("recovery", () => recoveryConformance(open));
  describe("volumes", () => volumeConformance(open));

  test("a machine made from an image has neither the machine id nor the host keys of its source", async () => {
    const { provider, close } = await open();
    const { compute, images: ofWorkspaces } = provider;
    const [vmId, copyId, imageId] = [uniqueId("vm"), uniqueId("vm"), uniqueId("img")];
    const [id, key] = ["/etc/machine-id", "/etc/ssh/ssh_host_ed25519_key"];
    const spec = smallSpec({ images });
    await compute.createInstance(vmId, spec, signal);
    await compute.startInstance(vmId, signal);
    await pushFile(site, lxdName(vmId), { path: key, content: "of the source", mode: "0600" }, signal);
    const own = await pullFile(site, lxdName(vmId), id, signal);
    const root = { volumeId: uniqueId("vol"), role: "root", sizeGb: 4 } as const;
    const record = sampleRecord("vm_image", "golden");
    await ofWorkspaces.createImage(imageId, { name: "golden", source: { vmId, root, point: null }, record }, signal);
    await compute.createInstance(copyId, { ...spec, templateId: imageId }, signal);
    expect(await pullFile(site, lxdName(copyId), id, signal)).toBe("");
    expect(await pullFile(site, lxdName(copyId), key, signal)).toBeUndefined();
    await compute.startInstance(copyId, signal);
    expect(await pullFile(site, lxdName(copyId), id, signal)).not.toBe(own);
    expect(await pullFile(site, lxdName(vmId), key, signal)).toBe("of the source");
    for (const vm of [vmId, copyId]) await compute.deleteInstance(vm, signal);
    await ofWorkspaces.deleteImage(imageId, signal);
    await close();
  });

  /** What an instance is sent when it asks over HTTP. @param from its address; it takes any that it likes */
  async function askedIn(vmId: string, { host, port, from }: { host: string; port: number; from: string }) {
    // Of what guests have, BusyBox cannot choose the address that it sends from.
    const perl =
      "my $s = IO::Socket::INET->new(LocalAddr => shift, PeerAddr => shift, PeerPort => shift, Timeout => 3) or exit; " +
      'print $s "GET / HTTP/1.0\\r\\n\\r\\n"; alarm 3; print while <$s>';
    const script = `ip addr add ${from}/32 dev eth0 2>/dev/null
      if command -v perl >/dev/null; then
        perl -MIO::Socket::INET -e '${perl}' ${from} ${host} ${port} >/root/answer 2>/dev/null
      else
        printf 'GET / HTTP/1.0\\r\\n\\r\\n' | nc -w 3 -s ${from} ${host} ${port} >/root/answer 2>/dev/null
      fi
      true`;
    const command = ["sh", "-c", script];
    const wanted = { command, "wait-for-websocket": false, "record-output": false, interactive: false };
    await client.change("POST", pathOf("instances", lxdName(vmId), "exec"), wanted, signal);
    return (await pullFile(site, lxdName(vmId), "/root/answer", signal)) ?? "";
  }

  /** A server at all addresses of the host. */
  async function sayingWhoAsks() {
    const server = createServer((request, response) => response.end(`you are ${request.socket.remoteAddress}`));
    server.listen(0, "0.0.0.0");
    await once(server, "listening");
    const address = server.address();
    return { server, port: typeof address === "object" ? (address?.port ?? 0) : 0 };
  }

  test.skipIf(uplink !== undefined)("machines reach the metadata server under their own addresses alone", async () => {
    const { provider, close } = await open();
    const { compute, metadata, networks } = provider;
    const [outside, inside, closed] = [uniqueId("vm"), uniqueId("vm"), uniqueId("vm")];
    const subnetId = uniqueId("sub");
    const record = sampleRecord("subnet", "inner");
    const gateway = "10.213.1.1";
    const subnet = {
      revision: 1,
      vpcId: uniqueId("vpc"),
      cidr: "10.213.1.0/24",
      gateway,
      ipv6Cidr: null,
      dns: [],
      peers: [],
      record,
    };
    await networks.applySubnet(subnetId, subnet, signal);
    for (const [vmId, address] of [
      [inside, "10.213.1.10"],
      [closed, "10.213.1.11"],
    ] as const) {
      const nic = { subnetId, address, ipv6Address: null, prefixLength: 24, gateway, natGatewayId: null };
      // A firewall that allows nothing does not keep a machine from its metadata.
      const firewall = vmId === closed ? [] : null;
      const network = { revision: 1, nics: [nic], publicAddress: null, firewall, sets: [], record };
      await networks.applyInstance(vmId, network, signal);
    }
    const addresses = new Map<string, string>();
    for (const vmId of [outside, inside, closed]) {
      await compute.createInstance(vmId, smallSpec({ images }), signal);
      addresses.set(vmId, (await compute.startInstance(vmId, signal)).privateIp ?? "");
    }
    const from = (vmId: string) => addresses.get(vmId) ?? "";
    const way = { host: "169.254.169.254", port: 80 };

    const { server, port } = await sayingWhoAsks();
    expect(await askedIn(outside, { ...way, from: from(outside) })).toBe("");
    const { host } = await metadata.open(port, signal);
    for (const vmId of [outside, inside, closed])
      expect(await askedIn(vmId, { ...way, from: from(vmId) })).toContain(`you are ${from(vmId)}`);
    for (const [vmId, spoofed] of [
      [outside, from(inside)],
      [inside, from(outside)],
      [inside, from(closed)],
    ] as const)
      expect(await askedIn(vmId, { ...way, from: spoofed })).toBe("");

    // Another port of the host listens too, and nothing of it is reached.
    const { server: other, port: otherPort } = await sayingWhoAsks();
    for (const [at, on] of [
      [host, otherPort],
      ["169.254.169.254", otherPort],
      ["169.254.169.253", 80],
    ] as const)
      expect(await askedIn(outside, { host: at, port: on, from: from(outside) })).toBe("");

    await metadata.close(signal);
    expect(await askedIn(outside, { ...way, from: from(outside) })).toBe("");
    expect(await askedIn(inside, { host, port, from: from(inside) })).toBe("");
    for (const each of [server, other]) each.close();
    for (const vmId of [outside, inside, closed]) await compute.deleteInstance(vmId, signal);
    await networks.remove("subnet", subnetId, signal);
    await close();
  });

  test.skipIf(uplink !== undefined)("two sites on one server share the way to metadata", async () => {
    const { provider, close } = await open();
    const otherId = uniqueId("site");
    const second = { endpoint, project, ...options, siteId: otherId, network: siteNetwork(otherId) };
    await prepareSite(second, signal);
    const other = lxdProvider(second);
    const [own, theirs] = [uniqueId("vm"), uniqueId("vm")];
    const addresses = new Map<string, string>();
    for (const [{ compute }, vmId] of [
      [provider, own],
      [other, theirs],
    ] as const) {
      await compute.createInstance(vmId, smallSpec({ images }), signal);
      addresses.set(vmId, (await compute.startInstance(vmId, signal)).privateIp ?? "");
    }
    const from = (vmId: string) => addresses.get(vmId) ?? "";
    const way = { host: "169.254.169.254", port: 80 };
    const [{ server, port }, besides] = [await sayingWhoAsks(), await sayingWhoAsks()];

    const listener = await provider.metadata.open(port, signal, [otherId]);
    await expect(other.metadata.open(port, signal)).rejects.toMatchObject({ code: "address_not_free" });
    await expect(other.metadata.open(port, signal, ["site_strange"])).rejects.toThrow("FULMAR_METADATA_SITE");
    expect(await askedIn(theirs, { ...way, from: from(theirs) })).toBe("");
    for (const again of [1, 2])
      expect(await other.metadata.open(port, signal, [siteId]), String(again)).toEqual(listener);
    // A machine that has just booted may not have its route yet.
    for (const vmId of [own, theirs])
      await expect
        .poll(() => askedIn(vmId, { ...way, from: from(vmId) }), { timeout: 60_000 })
        .toContain(`you are ${from(vmId)}`);
    expect(await provider.metadata.machineAt(from(own), signal)).toMatchObject({ vmId: own });
    expect(await other.metadata.machineAt(from(theirs), signal)).toMatchObject({ vmId: theirs });
    expect(await provider.metadata.machineAt(from(theirs), signal)).toBeNull();
    expect(await other.metadata.machineAt(from(own), signal)).toBeNull();
    expect(await askedIn(theirs, { ...way, from: from(own) })).toBe("");
    expect(await askedIn(theirs, { host: listener.host, port: besides.port, from: from(theirs) })).toBe("");

    // The filters of both follow the one forward.
    await provider.metadata.close(signal);
    await other.site.protectHost(signal);
    expect(await askedIn(theirs, { host: listener.host, port, from: from(theirs) })).toBe("");
    await other.metadata.close(signal);
    for (const each of [server, besides.server]) each.close();
    await provider.compute.deleteInstance(own, signal);
    await other.compute.deleteInstance(theirs, signal);
    await other.close();
    await removeSite(second, signal);
    await close();
  });

  test("an instance without a record does not take the record of a snapshot it is restored from", async () => {
    const { provider, close } = await open();
    const { compute, inventory, recovery } = provider;
    const [vmId, snapshotId] = [uniqueId("vm"), uniqueId("rp")];
    const volumes = [{ volumeId: uniqueId("vol"), role: "root", sizeGb: 4 }] as const;
    await compute.createInstance(vmId, smallSpec({ images }), signal);
    const without = { [RECORD]: "", [PLAN]: "", [CREATED]: "" };
    await client.change("PATCH", pathOf("instances", lxdName(vmId)), { config: without }, signal);
    const before = await inventory.describe("vm", vmId, signal);
    expect(before).toMatchObject({ record: null, madeAt: expect.any(Date), instance: { planId: null } });
    const record = sampleRecord("snapshot_set", "nightly");
    await recovery.createSnapshot(vmId, { snapshotId, record }, volumes, signal);
    await recovery.restoreSnapshot(vmId, snapshotId, volumes, signal);
    expect(await inventory.describe("vm", vmId, signal)).toMatchObject({ record: null, instance: { planId: null } });
    expect(await inventory.describe("snapshot", snapshotId, signal)).toMatchObject({ record });
    await compute.deleteInstance(vmId, signal);
    await close();
  });

  test("an interrupted re-creation of a volume continues with the record kept at its instance", async () => {
    const { provider, close } = await open();
    const [vmId, volumeId, earlierId] = [uniqueId("vm"), uniqueId("vol"), uniqueId("vol")];
    await provider.compute.createInstance(vmId, smallSpec({ images }), signal);
    const record = sampleRecord("volume", "data");
    const wanted = { size: "1GiB", kept: { [RECORD]: JSON.stringify(record), [CREATED]: "2026-01-02T03:04:05.000Z" } };
    const remembered = {
      [`user.fulmar.making.${lxdName(volumeId)}`]: JSON.stringify(wanted),
      [`user.fulmar.making.${lxdName(earlierId)}`]: "1GiB",
    };
    await client.change("PATCH", pathOf("instances", lxdName(vmId)), { config: remembered }, signal);
    await provider.volumes.attachVolume(volumeId, { vmId, devicePath: "/dev/vdb" }, signal);
    await provider.volumes.attachVolume(earlierId, { vmId, devicePath: "/dev/vdc" }, signal);
    const madeAt = new Date("2026-01-02T03:04:05.000Z");
    expect(await provider.inventory.describe("volume", volumeId, signal)).toMatchObject({
      name: "data",
      record,
      madeAt,
      volume: { attachedVmId: vmId },
    });
    expect(await provider.inventory.describe("volume", earlierId, signal)).toMatchObject({
      record: null,
      volume: { sizeGb: 1, attachedVmId: vmId },
    });
    await provider.compute.deleteInstance(vmId, signal);
    for (const id of [volumeId, earlierId]) await provider.volumes.deleteVolume(id, signal);
    await close();
  });

  test("an unreadable ownership record is an error, not a missing one", async () => {
    const { provider, close } = await open();
    await provider.inventory.writeOwnership({ installationId: "ins_one", epoch: 3, token: "t" }, signal);
    await client.change(
      "PATCH",
      pathOf("profiles", `fulmar-${lxdName(siteId)}`),
      { config: { "user.fulmar.mark": "{}" } },
      signal,
    );
    await expect(provider.inventory.readOwnership(signal)).rejects.toMatchObject({
      code: "provider_answer_unknown",
      retryable: false,
    });
    await provider.inventory.writeOwnership({ installationId: "ins_one", epoch: 3, token: "t" }, signal);
    await close();
  });

  test("removing a site leaves its server as it was before", async () => {
    await prepared;
    const ended = uniqueId("site");
    const whole = { ...options, siteId: ended, network: siteNetwork(ended), endpoint, project: lxdName(ended) };
    const onServer = async () => {
      const kinds = ["/projects", "/networks", "/network-acls"].map((kind) =>
        client.get(kind, z.string().array(), signal),
      );
      return (await Promise.all(kinds)).flat().toSorted((a, b) => (a < b ? -1 : 1));
    };
    const before = await onServer();
    await prepareSite(whole, signal);
    const { inventory, volumes, close } = lxdProvider(whole);
    await inventory.writeOwnership({ installationId: "ins_ended", epoch: 1, token: "t" }, signal);
    await volumes.createVolume(
      uniqueId("vol"),
      { name: "left behind", sizeGb: 1, type: "ssd", source: null, record: sampleRecord("volume", "left behind") },
      signal,
    );
    expect(await onServer()).not.toEqual(before);
    await twice(async () => expect(await removeSite(whole, signal)).toEqual({ projectRemoved: true }));
    expect(await onServer()).toEqual(before);
    await close();
  });
}
