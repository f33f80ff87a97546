// A site on two hosts of this machine, in namespaces of their own, with one folder, one OVN, and machines that boot under
// emulation.
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { needs } from "@fulmar/testkit";
import { type LibvirtHost, whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { tinyImage } from "@fulmar/testkit/tiny-image";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { hostConformance } from "../conformance/host-conformance.ts";
import {
  hostOf,
  runningInstance,
  sampleRecord,
  signal,
  smallSpec,
  twice,
  uniqueId,
} from "../conformance/provider-fixture.ts";
import type { SiteServer } from "../ports/provider-kind.ts";
import { definitionByHand } from "./by-hand-fixture.ts";
import { libvirtKind } from "./libvirt-kind.ts";
import { hostAdditions } from "./site/host-additions.ts";
import { type GuestFixture, startPairSite, urlOf } from "./trial-site-fixture.ts";

const timeout = 300_000;
const [FIRST, SECOND] = ["kvm-host", "kvm-host-2"];
const unavailable = { code: "provider_unavailable", retryable: true };
/** A host that was silent is asked again within seconds. */
const soon = { timeout: 60_000, interval: 500 };

const missing = whyNoLibvirt({ ovn: true });
if (missing !== undefined) console.warn(missing);
describe("two hosts with libvirt", { ...needs("libvirt", missing === undefined), timeout }, () => {
  let pair: Awaited<ReturnType<typeof startPairSite>>;
  let server: SiteServer;
  let fixture: GuestFixture;
  let first: LibvirtHost;
  let second: LibvirtHost;
  beforeAll(async () => {
    pair = await startPairSite();
    [first, second] = [pair.host, pair.second];
    const { name, options } = await hostAdditions.add(pair.server, urlOf(second), signal);
    server = { ...pair.server, options };
    expect([name, await hostAdditions.add(server, urlOf(second), signal)]).toEqual([SECOND, { name, options }]);
    fixture = await pair.open(server);
  }, timeout);
  afterAll(async () => {
    await fixture.close();
    await second.stop();
    await first.stop();
  });

  const onlineHosts = async () =>
    (await fixture.provider.hosts.listHosts(signal)).filter(({ online }) => online).map(({ name }) => name);
  const defined = async (host: LibvirtHost) => (await host.run("virsh", "list", "--all", "--name")).split("\n");
  const newVolume = async () => {
    const volumeId = uniqueId("vol");
    const data = {
      name: "data",
      sizeGb: 1,
      type: "ssd",
      source: null,
      record: sampleRecord("volume", "data"),
    } as const;
    await fixture.provider.volumes.createVolume(volumeId, data, signal);
    return volumeId;
  };

  describe("conformance", () => hostConformance(() => pair.open(server)));

  test("a machine is made on the host that was asked for, and deleted from it", async () => {
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
    const strange = compute.createInstance(uniqueId("vm"), { ...smallSpec(fixture), host: "nobody" }, signal);
    await expect(strange).rejects.toMatchObject(unavailable);
  });

  test("a machine moves with its network and its volume while it runs, also when whoever moves it dies", async () => {
    const { compute, hosts, networks, volumes } = fixture.provider;
    const [moved, near, subnetId, vpcId] = [uniqueId("vm"), uniqueId("vm"), uniqueId("sub"), uniqueId("vpc")];
    const record = sampleRecord("subnet", "one");
    const range = { cidr: "10.209.0.0/24", gateway: "10.209.0.1", ipv6Cidr: null, dns: [], peers: [] };
    await networks.applySubnet(subnetId, { revision: 1, vpcId, ...range, record }, signal);
    for (const [id, address] of [
      [moved, "10.209.0.10"],
      [near, "10.209.0.11"],
    ] as const) {
      const place = { address, ipv6Address: null, prefixLength: 24, gateway: range.gateway };
      const nic = { subnetId, ...place, natGatewayId: null };
      const own = { revision: 1, nics: [nic], publicAddress: null, firewall: null, sets: [], record };
      await networks.applyInstance(id, own, signal);
    }
    await Promise.all([moved, near].map((id) => runningInstance(fixture, id, "web", FIRST)));
    const volumeId = await newVolume();
    await volumes.attachVolume(volumeId, { vmId: moved, devicePath: "/dev/vdb" }, signal);
    await fixture.write(moved, { volumeId, devicePath: "/dev/vdb" }, "kept");
    const boot = await fixture.bootOf(moved);
    const reach = () => fixture.run(near, "ping -c 1 -W 2 10.209.0.10 > /dev/null && echo reached; true");
    await expect.poll(reach, soon).toBe("reached\n");
    await twice(() => hosts.moveInstance(moved, { host: SECOND, live: true }, signal));
    expect(await hostOf(fixture, moved)).toBe(SECOND);
    await expect.poll(reach, soon).toBe("reached\n");
    expect(await fixture.read(moved, { volumeId, devicePath: "/dev/vdb" })).toBe("kept");
    expect(await defined(first)).not.toContain(moved);

    // The hosts go on without the worker, and another one waits for them.
    const doomed = libvirtKind.open(server);
    const cut = doomed.hosts.moveInstance(moved, { host: FIRST, live: true }, signal).catch(() => undefined);
    const job = () => second.run("virsh", "domjobinfo", moved).catch(() => "over");
    await expect.poll(job, { timeout: 60_000, interval: 20 }).not.toMatch(/Job type: +None/);
    await doomed.close();
    await cut;
    await hosts.moveInstance(moved, { host: FIRST, live: true }, signal);
    expect(await hostOf(fixture, moved)).toBe(FIRST);
    // Whoever gives up ends the move.
    const giving = new AbortController();
    const given = hosts.moveInstance(moved, { host: SECOND, live: true }, giving.signal);
    setImmediate(() => giving.abort(new Error("enough")));
    await expect(given).rejects.toThrow("enough");
    await hosts.moveInstance(moved, { host: SECOND, live: true }, signal);
    expect(await fixture.bootOf(moved)).toBe(boot);
    await expect.poll(reach, soon).toBe("reached\n");
    expect((await compute.readConsoleLog(moved, signal)).bytes.length).toBeGreaterThan(0);
    for (const id of [moved, near]) await compute.deleteInstance(id, signal);
    await volumes.deleteVolume(volumeId, signal);
    await networks.remove("subnet", subnetId, signal);
  });

  test("of two definitions that a move left, the one that the record names counts, and the other goes", async () => {
    const { compute, hosts } = fixture.provider;
    const vmId = uniqueId("vm");
    await compute.createInstance(vmId, { ...smallSpec(fixture), host: FIRST }, signal);
    const file = join(first.folder, `${vmId}.xml`);
    await first.run("sh", "-c", `virsh dumpxml --inactive ${vmId} > ${file}`);
    await second.run("virsh", "define", file);
    expect(await compute.findInstances([vmId], signal)).toMatchObject([{ vmId, host: FIRST }]);
    expect(await compute.listInstances({ after: "", limit: 100 }, signal)).toHaveLength(1);
    await compute.provisionInstance(vmId, signal);
    expect(await defined(second)).not.toContain(vmId);
    // As a worker leaves it that died before the source let go.
    await twice(() => hosts.moveInstance(vmId, { host: SECOND, live: false }, signal));
    await first.run("virsh", "define", file);
    expect(await compute.findInstances([vmId], signal)).toMatchObject([{ vmId, host: SECOND }]);
    await hosts.moveInstance(vmId, { host: SECOND, live: false }, signal);
    expect(await defined(first)).not.toContain(vmId);
    await compute.deleteInstance(vmId, signal);
    for (const host of [first, second]) expect(await defined(host)).not.toContain(vmId);
  });

  test("firmware variables of a machine that is off stay through moves, recoveries and what is left of them", async () => {
    const { compute, hosts } = fixture.provider;
    expect(await hosts.listHosts(signal)).toMatchObject([
      { firmware: ["bios", "uefi"] },
      { firmware: ["bios", "uefi"] },
    ]);
    const vmId = uniqueId("vm");
    const file = `${first.folder}/pool/${vmId}.vars-first.fd`;
    await compute.createInstance(vmId, { ...smallSpec(fixture), firmware: "uefi", host: FIRST }, signal);
    // As a start makes it of its template, and a system writes it.
    await first.run("sh", "-c", `printf own > ${file}`);
    const kept = () => first.run("cat", file);
    await twice(() => hosts.moveInstance(vmId, { host: SECOND, live: false }, signal));
    expect([await defined(first), await kept()]).toEqual([expect.not.arrayContaining([vmId]), "own"]);
    const left = join(second.folder, `${vmId}.xml`);
    await second.run("sh", "-c", `virsh dumpxml --inactive ${vmId} > ${left}`);
    await hosts.moveInstance(vmId, { host: FIRST, live: false }, signal);
    // As a host has it that was lost and comes back.
    await second.run("virsh", "define", left);
    await compute.provisionInstance(vmId, signal);
    expect([await defined(second), await kept()]).toEqual([expect.not.arrayContaining([vmId]), "own"]);
    await compute.deleteInstance(vmId, signal);
    expect(await first.run("ls", `${first.folder}/pool`)).not.toContain(vmId);
  });

  test("a machine that boots by UEFI moves with its TPM while it runs, and stays where it is when it is off", async () => {
    const provider = libvirtKind.open({ ...server, options: { ...(server.options as object), tpm: "on" } });
    onTestFinished(() => provider.close());
    const { compute, hosts } = provider;
    const [vmId, image] = [uniqueId("vm"), uniqueId("img")];
    await libvirtKind.importImage(server, image, { file: await tinyImage("uefi"), cloudInit: true }, signal);
    const spec = { ...smallSpec(fixture), templateId: image, firmware: "uefi", host: FIRST } as const;
    await compute.createInstance(vmId, spec, signal);
    await compute.startInstance(vmId, signal);
    // Of what the firmware measured when the machine booted.
    const measured = () => fixture.run(vmId, "cat /sys/class/tpm/tpm0/pcr-sha256/0");
    const before = [await fixture.bootOf(vmId), await measured()];
    for (const host of [SECOND, FIRST]) {
      await hosts.moveInstance(vmId, { host, live: true }, signal);
      expect([await hostOf(fixture, vmId), await fixture.bootOf(vmId), await measured()]).toEqual([host, ...before]);
    }
    expect(before[1]).not.toMatch(/^0+$/m);
    await compute.stopInstance(vmId, { force: true }, signal);
    const away = hosts.moveInstance(vmId, { host: SECOND, live: false }, signal);
    await expect(away).rejects.toMatchObject({ code: "unsupported_by_site" });
    expect(await hostOf(fixture, vmId)).toBe(FIRST);
    await compute.deleteInstance(vmId, signal);
    await fixture.provider.images.deleteImage(image, signal);
  });

  test("a stranger on any host is adopted if its disks are shared, and moves if all its files are", async () => {
    const { adoption, compute, hosts, volumes } = fixture.provider;
    const pool = `${first.folder}/pool`;
    const names = ["own", "shared", "stacked", "twin"].map((name) => uniqueId(name));
    const [own = "", shared = "", stacked = "", twin = ""] = names;
    const [root, disk, cd] = [`${pool}/${shared}.qcow2`, `${pool}/${shared}-data.qcow2`, join(second.folder, "a.iso")];
    const elsewhere = join(second.folder, `${own}.qcow2`);
    const create = (...args: readonly string[]) => second.run("qemu-img", "create", "-q", "-f", "qcow2", ...args);
    for (const path of [root, disk, elsewhere]) await create(path, "1G");
    await create("-b", elsewhere, "-F", "qcow2", `${pool}/${stacked}.qcow2`, "1G");
    await create(`${pool}/${twin}.qcow2`, "1G");
    await second.run("touch", cd);
    const define = async (host: LibvirtHost, name: string, disks: readonly string[], rest = "") => {
      const file = join(host.folder, `${name}.xml`);
      await writeFile(file, definitionByHand(name, disks, rest));
      await host.run("virsh", "define", file);
    };
    const drive = `<disk type='file' device='cdrom'><source file='${cd}'/><target dev='sda' bus='scsi'/></disk>`;
    await define(second, own, [elsewhere]);
    await define(second, shared, [root, disk], drive);
    await define(second, stacked, [`${pool}/${stacked}.qcow2`]);
    for (const host of [first, second]) await define(host, twin, [`${pool}/${twin}.qcow2`]);
    const listed = async () => {
      const { machines } = await adoption.findStrangers(new Set(), signal);
      return machines.filter(({ name }) => names.includes(name)).map(({ name, obstacles }) => [name, obstacles]);
    };
    const outside = expect.stringContaining(`into ${pool}`);
    const obstacles: Record<string, unknown[]> = {
      [own]: [outside],
      [shared]: [],
      [stacked]: [outside],
      [twin]: [expect.stringContaining("Several hosts"), expect.stringContaining("several machines")],
    };
    expect(await listed()).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => [name, obstacles[name]]));
    const [vmId, volumeId] = [uniqueId("vm"), uniqueId("vol")];
    const labels = {
      ...{ machine: shared, vmId, vmName: "Web", planId: "small", templateId: "unknown" },
      ...{ rootVolumeId: uniqueId("root"), record: sampleRecord("vm", "Web") },
      volumes: [
        {
          ...{ volume: `${shared}-data.qcow2`, volumeId, volumeName: "data", devicePath: "/dev/vdb" },
          record: sampleRecord("volume", "data"),
        },
      ],
    };
    await expect(adoption.labelMachine({ ...labels, machine: twin }, signal)).rejects.toMatchObject({
      code: "machine_not_found",
    });
    await twice(() => adoption.labelMachine(labels, signal));
    expect(await compute.findInstances([vmId], signal)).toMatchObject([{ vmId, host: SECOND, power: "stopped" }]);
    const stays = { code: "unsupported_by_site", message: expect.stringContaining(cd) };
    await expect(hosts.moveInstance(vmId, { host: FIRST, live: false }, signal)).rejects.toMatchObject(stays);
    await second.cutOff();
    await expect(hosts.recoverInstance(vmId, FIRST, signal)).rejects.toMatchObject(stays);
    expect(await volumes.findVolumes([volumeId], signal)).toEqual([{ volumeId, sizeGb: 1, attachedVmId: vmId }]);
    await expect(compute.deleteInstance(vmId, signal)).rejects.toMatchObject(unavailable);
    await second.reconnect();
    await expect.poll(onlineHosts, soon).toEqual([FIRST, SECOND]);
    await second.run("virsh", "change-media", shared, "sda", "--eject", "--config");
    await twice(() => hosts.moveInstance(vmId, { host: FIRST, live: false }, signal));
    expect([await hostOf(fixture, vmId), await defined(second)]).toEqual([FIRST, expect.not.arrayContaining([shared])]);
    expect(await volumes.findVolumes([volumeId], signal)).toMatchObject([{ attachedVmId: vmId }]);
    await compute.startInstance(vmId, signal);
    const cached = { code: "unsupported_by_site", message: expect.stringContaining("cache") };
    await expect(hosts.moveInstance(vmId, { host: SECOND, live: true }, signal)).rejects.toMatchObject(cached);
    expect(await adoption.releaseMachine(vmId, [volumeId], signal)).toBe(shared);
    expect(await compute.findInstances([vmId], signal)).toEqual([]);
    expect(await fixture.inventory()).not.toContain(`${vmId}.machine`);
    await adoption.labelMachine(labels, signal);
    await compute.deleteInstance(vmId, signal);
    await volumes.deleteVolume(volumeId, signal);
    expect(await first.run("ls", pool)).not.toMatch(new RegExp(`${shared}|${vmId}|${volumeId}`));
    for (const name of [own, stacked, twin]) await second.run("virsh", "undefine", name);
    await first.run("virsh", "undefine", twin);
    await first.run("sh", "-c", `rm ${pool}/${stacked}.qcow2 ${pool}/${twin}.qcow2`);
  });

  test("a host that is silent holds up nothing of the other, and what it may have is not taken for gone", async () => {
    const { compute, hosts, metrics, volumes } = fixture.provider;
    const [away, near, made] = [uniqueId("vm"), uniqueId("vm"), uniqueId("vm")];
    await compute.createInstance(away, { ...smallSpec(fixture), host: SECOND }, signal);
    await compute.createInstance(near, { ...smallSpec(fixture), host: FIRST }, signal);
    const volumeId = await newVolume();
    await volumes.attachVolume(volumeId, { vmId: away, devicePath: "/dev/vdb" }, signal);
    const daemon = (await second.run("cat", "/run/libvirt/libvirtd.pid")).trim();
    await second.run("kill", "-STOP", daemon);
    try {
      expect(await compute.findInstances([away, near], signal)).toMatchObject([{ vmId: near }]);
      expect(await hosts.listHosts(signal)).toMatchObject([
        { name: FIRST, online: true },
        { name: SECOND, online: false, capacity: null },
      ]);
      expect((await fixture.provider.inspect(signal)).warnings.join("\n")).toContain(
        `The host ${SECOND} does not answer`,
      );
      await compute.startInstance(near, signal);
      expect(await metrics.readMetrics({ after: "", limit: 10 }, signal)).toMatchObject([{ vmId: near }]);
      // A new one is known to be nowhere.
      await compute.createInstance(made, smallSpec(fixture), signal);
      expect(await hostOf(fixture, made)).toBe(FIRST);
      expect(await volumes.findVolumes([volumeId], signal)).toMatchObject([{ volumeId, attachedVmId: away }]);
      const refused = [
        compute.createInstance(away, { ...smallSpec(fixture), host: FIRST }, signal),
        compute.deleteInstance(away, signal),
        compute.startInstance(away, signal),
        volumes.deleteVolume(volumeId, signal),
        volumes.growVolume(volumeId, 2, signal),
        volumes.createSnapshot(volumeId, uniqueId("snap"), signal),
        volumes.detachVolume(volumeId, away, signal),
        hosts.moveInstance(near, { host: SECOND, live: true }, signal),
        libvirtKind.remove(server, signal),
      ];
      for (const call of await Promise.allSettled(refused))
        expect(call).toMatchObject({ status: "rejected", reason: unavailable });
      await compute.deleteInstance(made, signal);
    } finally {
      await second.run("kill", "-CONT", daemon);
    }
    await expect.poll(onlineHosts, soon).toEqual([FIRST, SECOND]);
    expect(await compute.findInstances([away, near], signal)).toHaveLength(2);
    for (const id of [away, near]) await compute.deleteInstance(id, signal);
    await volumes.deleteVolume(volumeId, signal);
  });

  test("machines of a lost host start on another one, and what comes back with it is not the machine", async () => {
    const { compute, hosts, recovery } = fixture.provider;
    const [vmId, snapshotId] = [uniqueId("vm"), uniqueId("rp")];
    const root = { volumeId: uniqueId("vol"), role: "root", sizeGb: 4 } as const;
    await runningInstance(fixture, vmId, "web", SECOND);
    await fixture.mark(vmId, "before the loss");
    await recovery.createSnapshot(vmId, { snapshotId, record: sampleRecord("snapshot_set", "s") }, [root], signal);
    await second.cutOff();
    await twice(() => hosts.recoverInstance(vmId, FIRST, signal));
    expect(await compute.findInstances([vmId], signal)).toMatchObject([{ vmId, host: FIRST, power: "stopped" }]);
    // Nobody has turned it off, and its disk is taken.
    await expect(compute.startInstance(vmId, signal)).rejects.toMatchObject(unavailable);
    await second.run("virsh", "destroy", vmId);
    await compute.startInstance(vmId, signal);
    expect(await fixture.markOf(vmId)).toBe("before the loss");
    await second.reconnect();
    await expect.poll(onlineHosts, soon).toEqual([FIRST, SECOND]);
    await compute.provisionInstance(vmId, signal);
    expect(await defined(second)).not.toContain(vmId);
    await expect(hosts.recoverInstance(vmId, SECOND, signal)).rejects.toMatchObject({ code: "host_answers" });
    expect(await compute.findInstances([vmId], signal)).toMatchObject([{ vmId, host: FIRST, power: "running" }]);
    await compute.stopInstance(vmId, { force: true }, signal);
    await first.run("qemu-img", "check", `${first.folder}/pool/${vmId}.root-first.qcow2`);
    await recovery.restoreSnapshot(vmId, snapshotId, [root], signal);
    await recovery.deleteSnapshot(vmId, snapshotId, signal);
    await compute.deleteInstance(vmId, signal);
  });

  test("one that still runs on a host that was given up for lost is the machine when the host is back", async () => {
    const { compute, hosts } = fixture.provider;
    const vmId = uniqueId("vm");
    await runningInstance(fixture, vmId, "web", SECOND);
    await second.cutOff();
    await hosts.recoverInstance(vmId, FIRST, signal);
    await second.reconnect();
    await expect.poll(onlineHosts, soon).toEqual([FIRST, SECOND]);
    await compute.startInstance(vmId, signal);
    expect(await compute.findInstances([vmId], signal)).toMatchObject([{ vmId, host: SECOND, power: "running" }]);
    await compute.provisionInstance(vmId, signal);
    expect(await defined(first)).not.toContain(vmId);
    await compute.deleteInstance(vmId, signal);
  });

  test("files are reached by another host while the first one is away, and known to it when it is back", async () => {
    const { compute, images } = fixture.provider;
    const [made, later, imageId] = [uniqueId("vm"), uniqueId("vm"), uniqueId("img")];
    // OVN's databases are elsewhere.
    const options = { ...(server.options as object), northbound: `unix:${first.northbound.socket}` };
    const apart = libvirtKind.open({ ...server, options });
    await first.cutOff();
    try {
      const source = { file: await tinyImage(), cloudInit: true };
      await libvirtKind.importImage(server, imageId, source, signal);
      await apart.compute.createInstance(made, { ...smallSpec(fixture), templateId: imageId }, signal);
      expect(await hostOf(fixture, made)).toBe(SECOND);
    } finally {
      await first.reconnect();
      await apart.close();
    }
    await expect.poll(onlineHosts, soon).toEqual([FIRST, SECOND]);
    await compute.createInstance(later, { ...smallSpec(fixture), templateId: imageId, host: FIRST }, signal);
    for (const id of [made, later]) await compute.deleteInstance(id, signal);
    await images.deleteImage(imageId, signal);
  });

  test("a host that was started without the shared folder is no way to the files", async () => {
    const { compute } = fixture.provider;
    const [vmId, pool, other] = [uniqueId("vm"), `${first.folder}/pool`, join(first.folder, "bare")];
    await mkdir(other);
    await first.run("mount", "--bind", other, pool);
    await first.killDaemon();
    await compute.createInstance(vmId, { ...smallSpec(fixture), host: SECOND }, signal);
    expect(await first.run("ls", pool)).toBe("");
    await first.run("umount", pool);
    await compute.deleteInstance(vmId, signal);
    await expect.poll(onlineHosts, soon).toEqual([FIRST, SECOND]);
    expect(await fixture.inventory()).not.toContain(`${vmId}.root-first.qcow2`);
  });

  test("a host is added with the site's folder alone, and leaves without machines", async () => {
    const { compute } = fixture.provider;
    const vmId = uniqueId("vm");
    await compute.createInstance(vmId, { ...smallSpec(fixture), host: SECOND }, signal);
    const refusal = (sentence: string) => ({ code: "site_unfit", message: expect.stringContaining(sentence) });
    await expect(hostAdditions.remove(server, SECOND, signal)).rejects.toMatchObject(refusal("1 of the site's VMs"));
    await expect(hostAdditions.remove(server, FIRST, signal)).rejects.toMatchObject(refusal("the site's own"));
    expect(await hostAdditions.remove(server, "nobody", signal)).toEqual(server.options);
    await compute.deleteInstance(vmId, signal);
    const left = await hostAdditions.remove(server, SECOND, signal);
    expect(left).toMatchObject({ hosts: [] });
    const without = { ...server, options: left };
    expect(await hostAdditions.remove(without, SECOND, signal)).toEqual(left);
    const add = (url: string, to = without) => hostAdditions.add(to, url, signal);
    const pool = `${first.folder}/pool`;
    const other = join(second.folder, "other");
    await mkdir(other);
    await second.run("mount", "--bind", other, pool);
    await expect(add(urlOf(second))).rejects.toMatchObject(refusal("another folder"));
    await second.run("umount", pool);
    expect(await second.run("virsh", "pool-list", "--all", "--name")).not.toContain("fulmar");
    await expect(add(urlOf(first))).rejects.toMatchObject(refusal("the site's own"));
    await expect(add("tls://127.0.0.1:9")).rejects.toMatchObject(refusal("does not answer"));
    const alone = { ...without, options: { ...(left as object), pool_shared: "no" } };
    await expect(add(urlOf(second), alone)).rejects.toMatchObject(refusal("pool_shared"));
    expect(await add(urlOf(second))).toEqual({ name: SECOND, options: server.options });
  });

  test("the script for a host is one for a shell, with what the site needs", async () => {
    const script = hostAdditions.script({
      ...server,
      options: { ...(server.options as object), screens: "tls", tpm: "on" },
    });
    await promisify(execFile)("bash", ["-n", "-c", script]);
    await promisify(execFile)("sh", ["-n", "-c", script]);
    for (const part of [
      `ls '${first.folder}/pool'/fulmar.site.record-*.json`,
      `"CN=client", "CN=${first.tls.host}", "CN=${second.tls.host}"`,
      "libvirtd-tls.socket",
      "/etc/pki/libvirt/clientcert.pem",
      "ovn-bridge-mappings='uplink:br-uplink'",
      "vnc_tls_x509_verify",
      "swtpm-tools",
    ])
      expect(script).toContain(part);
  });
});
