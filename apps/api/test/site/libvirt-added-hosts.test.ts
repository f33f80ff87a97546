// A host is added to a site on libvirt by the API and a worker, gets a VM, and is removed.
import { addSite } from "@fulmar/core/operator";
import { needs } from "@fulmar/testkit";
import { type LibvirtHost, startTwoLibvirtHosts, whyNoLibvirt } from "@fulmar/testkit/libvirt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { OperatorFixture } from "../installation/operator-fixture.ts";

const timeout = 300_000;

describe("hosts of a site on libvirt", {
  ...needs("libvirt", whyNoLibvirt({ ovn: true }) === undefined),
  timeout,
}, () => {
  let hosts: readonly LibvirtHost[];
  let api: Api;
  let fixture: OperatorFixture;
  let site_id: string;
  beforeAll(async () => {
    [hosts, api] = await Promise.all([startTwoLibvirtHosts(), startApi()]);
    fixture = await OperatorFixture.open(api);
    const [first] = hosts;
    if (first === undefined) throw new Error("two hosts were started");
    const { authority, certificate, key } = first.tls;
    const added = await addSite(api.database, api.configuration, {
      ...{ name: "Two hosts", location: "Here", provider: "libvirt", endpoint: urlOf(first) },
      ...{ client_cert: certificate, client_key: key, server_cert: authority },
      ...{ pool_path: `${first.folder}/pool`, pool_shared: "yes" },
    });
    site_id = added.siteId;
    await api.reconcile("inspect-hosts");
  }, timeout);
  afterAll(async () => {
    await api?.close();
    for (const host of hosts ?? []) await host.stop();
  });

  const urlOf = ({ tls }: LibvirtHost) => `tls://${tls.host}:${tls.port}`;
  const listed = async () => (await fixture.send("operatorHost.list", { site_id })).body;
  const carriedOut = async (decision: { readonly decision_id?: unknown }) => {
    await api.reconcile("carry-out-site-decisions");
    return (await fixture.send("operatorSiteDecision.get", { decision_id: String(decision.decision_id) })).body;
  };

  test("it is listed at once, is not added twice, and is removed once it has no VM", async () => {
    const [first, second] = hosts;
    if (first === undefined || second === undefined) throw new Error("two hosts were started");
    expect(await listed()).toMatchObject([{ name: "kvm-host", endpoint: null, status: "online" }]);
    const { script } = (await fixture.send("operatorHost.getScript", { site_id })).body;
    expect(script).not.toContain("PRIVATE KEY");
    expect(script).toContain(`central='${first.tls.host}'`);

    const refused = await carriedOut(
      (await fixture.send("operatorHost.add", { site_id, endpoint: "tls://127.0.0.1:1" })).body,
    );
    expect(refused).toMatchObject({ state: "failed", outcome: expect.stringContaining("does not answer by TLS") });

    const url = urlOf(second);
    const endpoint = ` ${url.replace("tls:", "TLS:")}/ `;
    const { status, body } = await fixture.send("operatorHost.add", { site_id, endpoint });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: url });
    expect(await carriedOut(body)).toMatchObject({ state: "done", outcome: expect.stringContaining("kvm-host-2") });
    expect(await listed()).toMatchObject([
      { name: "kvm-host", endpoint: null, status: "online" },
      { name: "kvm-host-2", endpoint: url, status: "online", vms: 0 },
    ]);
    expect((await fixture.send("operatorHost.add", { site_id, endpoint: url })).body).toMatchObject({
      code: "host_taken",
    });

    const [own, added] = await api.database.prisma.siteHost.findMany({ where: { site_id }, orderBy: { name: "asc" } });
    const remove = (host: typeof own) =>
      fixture.send("operatorHost.remove", {
        host_id: String(host?.host_id),
        confirm: String(host?.name),
        reason: "Its lease ends.",
      });
    expect((await remove(own)).body).toMatchObject({ code: "host_is_endpoint" });
    expect(await carriedOut((await remove(added)).body)).toMatchObject({ state: "done" });
    expect(await listed()).toMatchObject([{ name: "kvm-host" }]);
    await api.reconcile("inspect-hosts");
    expect(await listed()).toMatchObject([{ name: "kvm-host" }]);
  });

  test("the certificates of a site that is reached by TLS are renewed", async () => {
    const { certificate, key, stranger } = hosts[0]?.tls ?? { certificate: "", key: "" };
    const renew = async (client_cert: string, client_key: string) =>
      carriedOut((await fixture.send("operatorSite.renew", { site_id, client_cert, client_key })).body);
    expect(await renew(certificate, key)).toMatchObject({ state: "done" });
    expect(await renew(stranger?.certificate ?? "", stranger?.key ?? "")).toMatchObject({ state: "failed" });
  });
});
