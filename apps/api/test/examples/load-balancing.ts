import { selfSignedCertificate } from "@fulmar/testkit";
import type { Examples } from "./example.ts";
import { type Scene, SITE } from "./scene.ts";

export const loadBalancer = async (scene: Scene): Promise<{ load_balancer_id: string }> => {
  const { load_balancer_id } = await scene.make("loadBalancer.create", { body: { name: scene.name(), site_id: SITE } });
  return { load_balancer_id };
};

const target = { ip: "10.0.0.9", port: 8080 };

const pool = async (scene: Scene): Promise<{ load_balancer_id: string; pool_id: string }> => {
  const params = await loadBalancer(scene);
  const { pool_id } = await scene.make("loadBalancerPool.create", {
    params,
    body: { name: "web", protocol: "http", targets: [target] },
  });
  return { ...params, pool_id };
};

const targetOfPool = async (
  scene: Scene,
): Promise<{ load_balancer_id: string; pool_id: string; target_id: string }> => {
  const params = await pool(scene);
  const { target_id } = await scene.make("loadBalancerTarget.create", { params, body: { ...target, port: 8081 } });
  return { ...params, target_id };
};

const listener = async (scene: Scene): Promise<{ load_balancer_id: string; listener_id: string }> => {
  const { load_balancer_id, pool_id } = await pool(scene);
  const body = { name: "http", protocol: "http", port: 80, default_pool_id: pool_id } as const;
  const { listener_id } = await scene.make("loadBalancerListener.create", { params: { load_balancer_id }, body });
  return { load_balancer_id, listener_id };
};

const { certificatePem, privateKeyPem } = selfSignedCertificate("www.example.com");

const certificate = async (scene: Scene): Promise<{ store_id: string; secret_id: string }> => {
  const { id: store_id } = await scene.make("secretStore.create", { body: { name: scene.name() } });
  const { id: secret_id } = await scene.make("secret.create", {
    params: { store_id },
    body: { key: "certificate", value: certificatePem + privateKeyPem },
  });
  return { store_id, secret_id };
};

const subnet = async (scene: Scene): Promise<{ vpc_id: string; subnet_id: string }> => {
  const cidr = `10.${scene.number() % 256}.0.0/24`;
  const { vpc_id } = await scene.make("vpc.create", { body: { name: scene.name(), site_id: SITE, cidr } });
  const { subnet_id } = await scene.make("subnet.create", { params: { vpc_id }, body: { name: scene.name(), cidr } });
  return { vpc_id, subnet_id };
};

const reservedIp = async (scene: Scene): Promise<string> => {
  const { public_ip_id } = await scene.make("reservedIp.create", { body: { site_id: SITE } });
  return public_ip_id;
};

/** Only the id of the balancer that a part belongs to. */
const balancerOf = ({ load_balancer_id }: { readonly load_balancer_id: string }) => ({ params: { load_balancer_id } });

export const loadBalancingExamples = {
  "loadBalancer.list": [
    async (scene) => {
      await loadBalancer(scene);
      return {};
    },
  ],
  "loadBalancer.create": [
    async (scene) => ({
      body: {
        name: scene.name(),
        site_id: SITE,
        ...(await subnet(scene)),
        reserved_ip_id: await reservedIp(scene),
        tags: ["web"],
      },
    }),
    (scene) => ({
      body: {
        name: scene.name(),
        site_id: SITE,
        configuration: {
          pools: [{ name: "web", protocol: "tcp", targets: [target] }],
          listeners: [{ name: "in", protocol: "tcp", port: 80, default_pool: "web" }],
        },
      },
    }),
  ],
  "loadBalancer.get": [async (scene) => ({ params: await loadBalancer(scene) })],
  "loadBalancer.update": [
    async (scene) => ({ params: await loadBalancer(scene), body: { name: scene.name(), tags: ["blue"] } }),
  ],
  "loadBalancer.delete": [async (scene) => ({ params: await loadBalancer(scene) })],
  "loadBalancer.health": [async (scene) => balancerOf(await pool(scene))],
  "loadBalancer.route": [
    async (scene) => ({
      ...balancerOf(await listener(scene)),
      body: { port: 80, host: "www.example.com", path: "/api" },
    }),
  ],
  "loadBalancerConfiguration.get": [async (scene) => balancerOf(await listener(scene))],
  "loadBalancerConfiguration.put": [
    async (scene) => ({
      params: await loadBalancer(scene),
      body: {
        pools: [{ name: "web", protocol: "http", targets: [{ vm_id: await scene.vm(), port: 8080 }, target] }],
        listeners: [
          { name: "http", protocol: "http", port: 80, rules: [{ redirect: { https: true } }] },
          { name: "https", protocol: "https", port: 443, certificate: await certificate(scene), default_pool: "web" },
        ],
      },
    }),
  ],
  "loadBalancerListener.list": [async (scene) => balancerOf(await listener(scene))],
  "loadBalancerListener.create": [
    async (scene) => {
      const { load_balancer_id, pool_id } = await pool(scene);
      const settings = { name: "https", protocol: "https", port: 443, certificate: await certificate(scene) } as const;
      const body = {
        ...settings,
        default_pool_id: pool_id,
        rules: [{ path: { match: "prefix" as const, value: "/api" }, pool_id }],
      };
      return { params: { load_balancer_id }, body };
    },
  ],
  "loadBalancerListener.get": [async (scene) => ({ params: await listener(scene) })],
  "loadBalancerListener.update": [
    async (scene) => {
      const params = await listener(scene);
      const { load_balancer_id } = params;
      const { pool_id } = await scene.make("loadBalancerPool.create", {
        params: { load_balancer_id },
        body: { name: "other", protocol: "http" },
      });
      return { params, body: { port: 8080, default_pool_id: pool_id } };
    },
  ],
  "loadBalancerListener.delete": [async (scene) => ({ params: await listener(scene) })],
  "loadBalancerPool.list": [async (scene) => balancerOf(await pool(scene))],
  "loadBalancerPool.create": [
    async (scene) => ({
      params: await loadBalancer(scene),
      body: { name: "web", protocol: "http", targets: [{ vm_id: await scene.vm(), port: 80 }, target] },
    }),
  ],
  "loadBalancerPool.get": [async (scene) => ({ params: await pool(scene) })],
  "loadBalancerPool.update": [
    async (scene) => ({
      params: await pool(scene),
      body: { algorithm: "least_connections", health_check: { type: "http" } },
    }),
  ],
  "loadBalancerPool.delete": [async (scene) => ({ params: await pool(scene) })],
  "loadBalancerTarget.list": [async (scene) => ({ params: await pool(scene) })],
  "loadBalancerTarget.create": [
    async (scene) => ({ params: await pool(scene), body: { vm_id: await scene.vm(), port: 8080, weight: 2 } }),
  ],
  "loadBalancerTarget.get": [async (scene) => ({ params: await targetOfPool(scene) })],
  "loadBalancerTarget.update": [
    async (scene) => ({ params: await targetOfPool(scene), body: { weight: 5, enabled: false } }),
  ],
  "loadBalancerTarget.delete": [async (scene) => ({ params: await targetOfPool(scene) })],
} satisfies Partial<Examples>;
