// A refusal names what stands in the way by type and id, and by name for who may read it.
import {
  ALL_SCOPES,
  type Operation,
  operationById,
  type PublicOperationId,
  type ResourceType,
  resourceOf,
  type Scope,
} from "@fulmar/contract";
import { selfSignedCertificate } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { type AnyRequest, ExampleFixture, SITE } from "../examples/example-fixture.ts";

let api: Api;
let fixture: ExampleFixture;
beforeAll(async () => {
  api = await startApi();
  fixture = new ExampleFixture(api, api.tenant);
});
afterAll(() => api.close());

interface Blocked extends AnyRequest {
  readonly id: PublicOperationId;
}

interface Blocker {
  readonly type: string;
  readonly id: string;
  readonly name?: string;
}

const ELSEWHERE = "site-fra-1";
const { certificatePem, privateKeyPem } = selfSignedCertificate("www.example.com");

async function subnet() {
  const cidr = `10.${fixture.number() % 256}.0.0/24`;
  const { vpc_id } = await fixture.make("vpc.create", { body: { name: fixture.name(), site_id: SITE, cidr } });
  const { subnet_id } = await fixture.make("subnet.create", {
    params: { vpc_id },
    body: { name: fixture.name(), cidr },
  });
  return { vpc_id, subnet_id };
}

async function reservedIp(site_id = SITE) {
  const { public_ip_id } = await fixture.make("reservedIp.create", { body: { site_id } });
  return public_ip_id;
}

async function loadBalancer(body: object = {}) {
  return fixture.make("loadBalancer.create", { body: { name: fixture.name(), site_id: SITE, ...body } });
}

async function served() {
  const name = fixture.name();
  await fixture.make("bucket.create", { body: { name, region: "eu-central-1" } });
  await fixture.make("cdnDistribution.create", { body: { name: fixture.name(), origin_id: name } });
  return name;
}

async function usedSecret() {
  const { id: store_id = "" } = await fixture.make("secretStore.create", { body: { name: fixture.name() } });
  const secret = { key: "certificate", value: certificatePem + privateKeyPem };
  const { id: secret_id } = await fixture.make("secret.create", { params: { store_id }, body: secret });
  const certificate = { store_id, secret_id };
  const rules = [{ redirect: { https: true } }];
  const listeners = [{ name: "https", protocol: "https", port: 443, certificate, rules }];
  await loadBalancer({ configuration: { listeners } });
  return { store_id, secret_id };
}

/** A workspace with a resource of each family that has some. */
async function workspace() {
  const { workspace_id } = await fixture.make("workspace.create", { body: { name: fixture.name() } });
  const there = new ExampleFixture(api, api.tenant, workspace_id);
  await there.vm();
  await there.volume();
  const bucket = { name: fixture.name(), region: "eu-central-1" };
  await there.make("bucket.create", { body: bucket });
  await there.make("cdnDistribution.create", { body: { name: fixture.name(), origin_id: bucket.name } });
  await there.make("secretStore.create", { body: { name: fixture.name() } });
  await there.make("firewallGroup.create", { body: { name: fixture.name() } });
  await there.make("loadBalancer.create", { body: { name: fixture.name(), site_id: SITE } });
  return workspace_id;
}

/** Requests that something stands in the way of, with the read scopes of what that is. */
const BLOCKED: Readonly<Record<string, readonly [scopes: readonly Scope[], arrange: () => Promise<Blocked>]>> = {
  "a volume that is attached": [
    ["vm.read"],
    async () => ({ id: "volume.delete", params: { volume_id: await fixture.attachedVolume(await fixture.vm()) } }),
  ],
  "a volume that is attached to a GPU VM": [
    ["vm.read"],
    async () => {
      const volume_id = await fixture.attachedVolume(await fixture.vm("running", "gpuVm"), ELSEWHERE);
      const vm_id = await fixture.vm("running", "gpuVm");
      return { id: "volume.attach", params: { volume_id }, body: { vm_id } };
    },
  ],
  "a volume with snapshots": [
    ["block-storage.read"],
    async () => {
      const volume_id = await fixture.volume();
      await fixture.make("volumeSnapshot.create", { params: { volume_id }, body: { name: fixture.name() } });
      await fixture.settleVolume(volume_id);
      return { id: "volume.delete", params: { volume_id } };
    },
  ],
  "a VM with an address of another site": [
    ["network.read"],
    async () => {
      const reserved_ip_id = await reservedIp(ELSEWHERE);
      const body = { name: fixture.name(), plan_id: "plan-small", template_id: "debian-13", site_id: SITE };
      return { id: "cloudVm.create", body: { ...body, reserved_ip_id } };
    },
  ],
  "a VM that an operation holds": [
    ["vm.read"],
    async () => {
      const vm_id = await fixture.vm();
      await fixture.make("cloudVm.stop", { params: { vm_id } });
      return { id: "cloudVm.reboot", params: { vm_id } };
    },
  ],
  "a firewall group that is linked": [
    ["vm.read"],
    async () => {
      const { firewall_group_id } = await fixture.make("firewallGroup.create", { body: { name: fixture.name() } });
      const vm_id = await fixture.vm();
      await fixture.make("firewallInstance.link", { params: { firewall_group_id }, body: { vm_id } });
      return { id: "firewallGroup.delete", params: { firewall_group_id } };
    },
  ],
  "a link that is there": [
    ["vm.read"],
    async () => {
      const { firewall_group_id } = await fixture.make("firewallGroup.create", { body: { name: fixture.name() } });
      const body = { vm_id: await fixture.vm() };
      await fixture.make("firewallInstance.link", { params: { firewall_group_id }, body });
      return { id: "firewallInstance.link", params: { firewall_group_id }, body };
    },
  ],
  "an address of a VM": [
    ["vm.read"],
    async () => {
      const reserved_ip_id = await reservedIp();
      await fixture.make("reservedIp.attach", { params: { reserved_ip_id }, body: { vm_id: await fixture.vm() } });
      return { id: "reservedIp.delete", params: { reserved_ip_id } };
    },
  ],
  "an address of a load balancer": [
    ["load-balancer.read"],
    async () => {
      const { public_ip_id } = await loadBalancer();
      return { id: "reservedIp.delete", params: { reserved_ip_id: public_ip_id } };
    },
  ],
  "a subnet with a VM and a load balancer": [
    ["network.read", "load-balancer.read"],
    async () => {
      const { vpc_id, subnet_id } = await subnet();
      await fixture.make("vpcNode.attach", { params: { vpc_id }, body: { vm_id: await fixture.vm(), subnet_id } });
      await loadBalancer({ vpc_id, subnet_id });
      return { id: "subnet.delete", params: { vpc_id, subnet_id } };
    },
  ],
  "a bucket that the CDN serves": [
    ["cdn.read"],
    async () => ({ id: "bucket.delete", params: { bucket_name: await served() } }),
  ],
  "a secret in use": [["load-balancer.read"], async () => ({ id: "secret.delete", params: await usedSecret() })],
  "a store with a secret in use": [
    ["load-balancer.read"],
    async () => {
      const { store_id } = await usedSecret();
      return { id: "secretStore.delete", params: { store_id }, query: { force: true } };
    },
  ],
  "a workspace that is not empty": [
    ["vm.read", "block-storage.read", "object-storage.read", "cdn.read", "secret-store.read", "network.read"],
    async () => ({ id: "workspace.delete", params: { id: await workspace() } }),
  ],
};

test.each(Object.entries(BLOCKED))("%s: names are for who may read them", async (_name, [scopes, arrange]) => {
  const { id, ...request } = await arrange();
  const operation = operationById(id) as unknown as Operation;
  const refused = async (has: readonly Scope[]) => {
    const token = await api.createToken(api.tenant, { scopes: has });
    const answers = [request, { ...request, query: { ...request.query, dry_run: true } }].map((each) =>
      fixture.send(operation, each, { token, headers: { "x-idempotency-key": fixture.name() } }),
    );
    const [answer, planned] = await Promise.all(answers);
    expect(answer?.status, answer?.text).toBe(409);
    expect(planned?.body.blockers).toEqual(answer?.body.blockers);
    const flat = { workspace_id: fixture.workspaceId, ...request.params, ...request.query, ...request.body };
    const credentials = { kind: "bearer", authorization: `Bearer ${token}` } as const;
    const envelope = { requestId: "req", sourceIp: undefined, signal: new AbortController().signal };
    const asked = api.core.execute(id, credentials, flat, { ...envelope, idempotencyKey: fixture.name() });
    await expect(asked).rejects.toMatchObject({ code: answer?.body.code, blockers: answer?.body.blockers });
    return { code: answer?.body.code, blockers: answer?.body.blockers as readonly Blocker[] };
  };

  const all = await refused(ALL_SCOPES);
  expect(all.blockers.length).toBeGreaterThan(0);
  for (const { name } of all.blockers) expect(name).toEqual(expect.any(String));
  const references = operation.references.filter(({ strict = false }) => !strict).map(({ scope }) => scope);
  const own = ALL_SCOPES.filter((scope) => scope === operation.scope || references.includes(scope));
  for (const has of [...scopes.map((scope) => ALL_SCOPES.filter((each) => each !== scope)), own]) {
    const some = await refused(has);
    expect(some.code).toBe(all.code);
    const shown = all.blockers.map(({ type, id: blocker, name }) => {
      const { scope } = resourceOf(type as ResourceType);
      return scope !== null && has.includes(scope) ? { type, id: blocker, name } : { type, id: blocker };
    });
    expect(some.blockers).toEqual(shown);
    expect(shown).not.toEqual(all.blockers);
  }
});
