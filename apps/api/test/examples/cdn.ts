import type { Examples } from "./example.ts";
import { bucket } from "./object-storage.ts";
import type { Scene } from "./scene.ts";

const distribution = async (scene: Scene): Promise<{ distribution_id: string }> => {
  const { id } = await scene.make("cdnDistribution.create", {
    body: { name: scene.name(), origin_id: await bucket(scene) },
  });
  return { distribution_id: id };
};

const customDomain = async (scene: Scene): Promise<{ distribution_id: string; domain: string }> => {
  const params = await distribution(scene);
  const { domain } = await scene.make("cdnCustomDomain.create", {
    params,
    body: { domain: `${scene.name()}.example.com` },
  });
  return { ...params, domain };
};

const purge = async (scene: Scene): Promise<{ distribution_id: string; purge_id: string }> => {
  const params = await distribution(scene);
  const { purge_id } = await scene.make("cdnPurge.create", { params, body: { everything: true } });
  return { ...params, purge_id };
};

export const cdnExamples = {
  "cdnDistribution.list": [
    async (scene) => {
      await distribution(scene);
      return {};
    },
  ],
  "cdnDistribution.create": [
    async (scene) => ({ body: { name: scene.name(), origin_id: await bucket(scene), cache_policy: "media" } }),
  ],
  "cdnDistribution.get": [async (scene) => ({ params: await distribution(scene) })],
  "cdnDistribution.update": [async (scene) => ({ params: await distribution(scene), body: { cache_policy: "short" } })],
  "cdnDistribution.delete": [async (scene) => ({ params: await distribution(scene) })],
  "cdnDeployment.get": [async (scene) => ({ params: await distribution(scene) })],
  "cdnCustomDomain.list": [
    async (scene) => {
      const { distribution_id } = await customDomain(scene);
      return { params: { distribution_id } };
    },
  ],
  "cdnCustomDomain.create": [
    async (scene) => ({ params: await distribution(scene), body: { domain: `${scene.name()}.example.com` } }),
  ],
  "cdnCustomDomain.get": [async (scene) => ({ params: await customDomain(scene) })],
  "cdnCustomDomain.verify": [async (scene) => ({ params: await customDomain(scene) })],
  "cdnCustomDomain.delete": [async (scene) => ({ params: await customDomain(scene) })],
  "cdnPurge.create": [
    async (scene) => ({ params: await distribution(scene), body: { paths: ["/index.html", "/pictures/*"] } }),
    async (scene) => ({ params: await distribution(scene), body: { everything: true } }),
  ],
  "cdnPurge.list": [
    async (scene) => {
      const { distribution_id } = await purge(scene);
      return { params: { distribution_id } };
    },
  ],
  "cdnPurge.get": [async (scene) => ({ params: await purge(scene) })],
  "cdnWebsite.get": [async (scene) => ({ params: await distribution(scene) })],
  "cdnWebsite.put": [
    async (scene) => ({
      params: await distribution(scene),
      body: {
        error_document: "errors/404.html",
        redirects: [{ source: "/old/*", destination: "/new/*", status: 308 }],
        headers: [{ name: "X-Frame-Options", value: "DENY" }],
      },
    }),
  ],
  "cdnUrl.generate": [
    async (scene) => ({ body: { bucket_name: await bucket(scene), object_key: "pictures/one.png", expires_in: 60 } }),
  ],
  "cdnSigningKey.list": [
    async (scene) => {
      await scene.make("cdnSigningKey.rotate", { body: {} });
      return {};
    },
  ],
  // Consecutive requests differ, like those of examples with names.
  "cdnSigningKey.rotate": [async (scene) => ({ body: { revoke_previous: scene.number() % 2 === 0 } })],
} satisfies Partial<Examples>;
