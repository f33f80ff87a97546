// The way of a VM at a site on libvirt, by the API and a worker, on a host in namespaces whose machines boot by emulation.
import { addSite, importSiteImage } from "@fulmar/core/operator";
import { needs } from "@fulmar/testkit";
import { type LibvirtHost, startLibvirtHost, whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { tinyImage } from "@fulmar/testkit/tiny-image";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { aWorker, connect, ticketFor } from "../compute/terminal-fixture.ts";

const timeout = 300_000;
const PUBLIC_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTEx reader@laptop";

describe("a VM at a site on libvirt", {
  ...needs("libvirt", whyNoLibvirt({ ovn: true }) === undefined),
  timeout,
}, () => {
  let host: LibvirtHost;
  let api: Api;
  let port: number;
  let worker: { stop(): Promise<void> };
  let siteId: string;
  beforeAll(async () => {
    [host, api] = await Promise.all([startLibvirtHost({ ovn: true }), startApi()]);
    ({ port } = await api.listen());
    const { authority, certificate, key, host: address, port: tlsPort } = host.tls;
    const added = await addSite(api.database, api.configuration, {
      ...{ name: "Emulated", location: "Emulated", provider: "libvirt", endpoint: `tls://${address}:${tlsPort}` },
      ...{ client_cert: certificate, client_key: key, server_cert: authority, screens: "tls" },
      ...{ northbound: `ssl:${address}:${host.northbound.port}`, uplink: "uplink", uplink_chassis: "kvm-host" },
      ...{ uplink_gateway: "198.51.100.1/24", uplink_addresses: "198.51.100.200-198.51.100.250" },
    });
    siteId = added.siteId;
    await importSiteImage(api.database, api.configuration, {
      ...{ siteId, templateId: "tiny", source: { file: await tinyImage(), cloudInit: true } },
      ...{ name: "Tiny", distribution: "tiny", version: "1", minDiskGb: "1" },
    });
    worker = await aWorker(api);
  }, timeout);
  afterAll(async () => {
    await worker.stop();
    await api.close();
    await host.stop();
  });

  const made = async (path: string, body: unknown, status = 201) => {
    const answer = await api.request("POST", path, { body });
    expect(answer.status, answer.text).toBe(status);
    return answer.body;
  };
  const vmIs = (vmId: string, status: string) =>
    expect
      .poll(async () => (await api.request("GET", `/compute/cloud-vms/${vmId}`)).body, { timeout: 120_000 })
      .toMatchObject({ status });

  test("it boots in its VPC, shows its log, its terminal and its screen, is captured, and leaves nothing", async () => {
    const { vpc_id } = await made("/networking/vpcs", { name: "inner", site_id: siteId, cidr: "10.20.0.0/16" });
    const { subnet_id } = await made(`/networking/vpcs/${vpc_id}/subnets`, { name: "web", cidr: "10.20.1.0/24" });
    const wanted = { name: "web", plan_id: "plan-nano", template_id: "tiny", site_id: siteId, ssh_keys: [PUBLIC_KEY] };
    const { vm_id } = await made("/compute/cloud-vms", { ...wanted, vpc_id, subnet_id }, 202);
    await vmIs(vm_id, "running");
    const log = async () => (await api.request("GET", `/compute/cloud-vms/${vm_id}/console-log`)).body.log;
    await expect.poll(log, { timeout: 60_000 }).toContain("Hostname set to <web>");

    const terminal = await connect(port, (await ticketFor(api, vm_id)).body.ticket);
    terminal.type("echo five$?six");
    await terminal.shows("five0six");
    terminal.type("ip -4 -o address");
    await terminal.shows(/10\.20\.1\.\d+/);
    terminal.socket.close();
    const screen = await connect(port, (await ticketFor(api, vm_id, { body: { screen: true } })).body.ticket);
    await screen.shows("RFB 003.008\n");
    screen.socket.close();

    await made(`/compute/cloud-vms/${vm_id}/snapshots`, { name: "before" }, 202);
    await expect
      .poll(async () => (await api.request("GET", `/compute/cloud-vms/${vm_id}/snapshots`)).body, { timeout: 60_000 })
      .toMatchObject({ snapshots: [{ name: "before", status: "succeeded" }] });
    await made(`/compute/cloud-vms/${vm_id}/stop`, {}, 202);
    await vmIs(vm_id, "stopped");

    expect((await api.request("DELETE", `/compute/cloud-vms/${vm_id}`)).status).toBe(202);
    const left = async () => [
      (await host.run("virsh", "list", "--all", "--name")).trim(),
      (await host.run("ls", "/var/lib/libvirt/fulmar")).split("\n").filter((file) => file.includes(vm_id)),
    ];
    await expect.poll(left, { timeout: 60_000 }).toEqual(["", []]);
  });
});
