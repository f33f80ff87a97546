import { selfSignedCertificate } from "@fulmar/testkit";
import type { Examples } from "./example.ts";
import { type ExampleFixture, SITE } from "./example-fixture.ts";

export const loadBalancer = async (fixture: ExampleFixture): Promise<{ load_balancer_id: string }> => {
  const { load_balancer_id } = await fixture.make("loadBalancer.create", {
    body: { name: fixture.name(), site_id: SITE },
  });
  return { load_balancer_id };
};

const target = async (fixture: ExampleFixture) => ({ vm_id: await fixture.vm(), port: 8080 });

const pool = async (fixture: ExampleFixture): Promise<{ load_balancer_id: string; pool_id: string }> => {
  const params = await loadBalancer(fixture);
  const { pool_id } = await fixture.make("loadBalancerPool.create", {
    params,
    body: { name: "web", protocol: "http", targets: [await target(fixture)] },
  });
  return { ...params, pool_id };
};

const targetOfPool = async (
  fixture: ExampleFixture,
): Promise<{ load_balancer_id: string; pool_id: string; target_id: string }> => {
  const params = await pool(fixture);
  const { target_id } = await fixture.make("loadBalancerTarget.create", {
    params,
    body: { ...(await target(fixture)), port: 8081 },
  });
  return { ...params, target_id };
};

const listener = async (fixture: ExampleFixture): Promise<{ load_balancer_id: string; listener_id: string }> => {
  const { load_balancer_id, pool_id } = await pool(fixture);
  const body = { name: "http", protocol: "http", port: 80, default_pool_id: pool_id } as const;
  const { listener_id } = await fixture.make("loadBalancerListener.create", { params: { load_balancer_id }, body });
  return { load_balancer_id, listener_id };
};

const { certificatePem, privateKeyPem } = selfSignedCertificate("www.example.com");

const certificate = async (fixture: ExampleFixture): Promise<{ store_id: string; secret_id: string }> => {
  const { id: store_id } = await fixture.make("secretStore.create", { body: { name: fixture.name() } });
  const { id: secret_id } = await fixture.make("secret.create", {
    params: { store_id },
    body: { key: "certificate", value: certificatePem + privateKeyPem },
  });
  return { store_id, secret_id };
};

const subnet = async (fixture: ExampleFixture): Promise<{ vpc_id: string; subnet_id: string }> => {
  const cidr = `10.${fixture.number() % 256}.0.0/24`;
  const { vpc_id } = await fixture.make("vpc.create", { body: { name: fixture.name(), site_id: SITE, cidr } });
  const { subnet_id } = await fixture.make("subnet.create", {
    params: { vpc_id },
    body: { name: fixture.name(), cidr },
  });
  return { vpc_id, subnet_id };
};

const reservedIp = async (fixture: ExampleFixture): Promise<string> => {
  const { public_ip_id } = await fixture.make("reservedIp.create", { body: { site_id: SITE } });
  return public_ip_id;
};

/** Only the id of the balancer that a part belongs to. */
const balancerOf = ({ load_balancer_id }: { readonly load_balancer_id: string }) => ({ params: { load_balancer_id } });

export const loadBalancingExamples = {
  "loadBalancer.list": [
    async (fixture) => {
      await loadBalancer(fixture);
      return {};
    },
  ],
  "loadBalancer.create": [
    async (fixture) => ({
      body: {
        name: fixture.name(),
        site_id: SITE,
        ...(await subnet(fixture)),
        reserved_ip_id: await reservedIp(fixture),
        tags: ["web"],
      },
    }),
    async (fixture) => ({
      body: {
        name: fixture.name(),
        site_id: SITE,
        configuration: {
          pools: [{ name: "web", protocol: "tcp", targets: [await target(fixture)] }],
          listeners: [{ name: "in", protocol: "tcp", port: 80, default_pool: "web" }],
        },
      },
    }),
  ],
  "loadBalancer.get": [async (fixture) => ({ params: await loadBalancer(fixture) })],
  "loadBalancer.update": [
    async (fixture) => ({ params: await loadBalancer(fixture), body: { name: fixture.name(), tags: ["blue"] } }),
  ],
  "loadBalancer.delete": [async (fixture) => ({ params: await loadBalancer(fixture) })],
  "loadBalancer.health": [async (fixture) => balancerOf(await pool(fixture))],
  "loadBalancer.certificates": [async (fixture) => balancerOf(await listener(fixture))],
  "loadBalancer.metrics": [
    async (fixture) => {
      const { load_balancer_id, listener_id } = await listener(fixture);
      return {
        params: { load_balancer_id },
        query: { listener_id, from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", step: 600 },
      };
    },
  ],
  "loadBalancer.route": [
    async (fixture) => ({
      ...balancerOf(await listener(fixture)),
      body: { port: 80, host: "www.example.com", path: "/api" },
    }),
  ],
  "loadBalancerConfiguration.get": [async (fixture) => balancerOf(await listener(fixture))],
  "loadBalancerConfiguration.put": [
    async (fixture) => ({
      params: await loadBalancer(fixture),
      body: {
        pools: [
          {
            name: "web",
            protocol: "http",
            targets: [{ vm_id: await fixture.vm(), port: 8080 }, await target(fixture)],
          },
        ],
        listeners: [
          { name: "http", protocol: "http", port: 80, rules: [{ redirect: { https: true } }] },
          { name: "https", protocol: "https", port: 443, certificate: await certificate(fixture), default_pool: "web" },
        ],
      },
    }),
  ],
  "loadBalancerListener.list": [async (fixture) => balancerOf(await listener(fixture))],
  "loadBalancerListener.create": [
    async (fixture) => {
      const { load_balancer_id, pool_id } = await pool(fixture);
      const settings = {
        name: "https",
        protocol: "https",
        port: 443,
        certificate: await certificate(fixture),
      } as const;
      const body = {
        ...settings,
        additional_certificates: [await certificate(fixture)],
        default_pool_id: pool_id,
        rules: [{ path: { match: "prefix" as const, value: "/api" }, pool_id }],
      };
      return { params: { load_balancer_id }, body };
    },
  ],
  "loadBalancerListener.get": [async (fixture) => ({ params: await listener(fixture) })],
  "loadBalancerListener.update": [
    async (fixture) => {
      const params = await listener(fixture);
      const { load_balancer_id } = params;
      const { pool_id } = await fixture.make("loadBalancerPool.create", {
        params: { load_balancer_id },
        body: { name: "other", protocol: "http" },
      });
      return { params, body: { port: 8080, default_pool_id: pool_id } };
    },
  ],
  "loadBalancerListener.delete": [async (fixture) => ({ params: await listener(fixture) })],
  "loadBalancerPool.list": [async (fixture) => balancerOf(await pool(fixture))],
  "loadBalancerPool.create": [
    async (fixture) => ({
      params: await loadBalancer(fixture),
      body: {
        name: "web",
        protocol: "http",
        targets: [{ vm_id: await fixture.vm(), port: 80 }, await target(fixture)],
      },
    }),
  ],
  "loadBalancerPool.get": [async (fixture) => ({ params: await pool(fixture) })],
  "loadBalancerPool.update": [
    async (fixture) => ({
      params: await pool(fixture),
      body: { algorithm: "least_connections", health_check: { type: "http" } },
    }),
  ],
  "loadBalancerPool.delete": [async (fixture) => ({ params: await pool(fixture) })],
  "loadBalancerTarget.list": [async (fixture) => ({ params: await pool(fixture) })],
  "loadBalancerTarget.create": [
    async (fixture) => ({ params: await pool(fixture), body: { vm_id: await fixture.vm(), port: 8080, weight: 2 } }),
  ],
  "loadBalancerTarget.get": [async (fixture) => ({ params: await targetOfPool(fixture) })],
  "loadBalancerTarget.update": [
    async (fixture) => ({ params: await targetOfPool(fixture), body: { weight: 5, enabled: false } }),
  ],
  "loadBalancerTarget.delete": [async (fixture) => ({ params: await targetOfPool(fixture) })],
} satisfies Partial<Examples>;
