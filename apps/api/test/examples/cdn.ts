import type { Examples } from "./example.ts";
import type { ExampleFixture } from "./example-fixture.ts";
import { bucket } from "./object-storage.ts";

const distribution = async (fixture: ExampleFixture): Promise<{ distribution_id: string }> => {
  const { id } = await fixture.make("cdnDistribution.create", {
    body: { name: fixture.name(), origin_id: await bucket(fixture) },
  });
  return { distribution_id: id };
};

const customDomain = async (fixture: ExampleFixture): Promise<{ distribution_id: string; domain: string }> => {
  const params = await distribution(fixture);
  const { domain } = await fixture.make("cdnCustomDomain.create", {
    params,
    body: { domain: `${fixture.name()}.example.com` },
  });
  return { ...params, domain };
};

const purge = async (fixture: ExampleFixture): Promise<{ distribution_id: string; purge_id: string }> => {
  const params = await distribution(fixture);
  const { purge_id } = await fixture.make("cdnPurge.create", { params, body: { everything: true } });
  return { ...params, purge_id };
};

export const cdnExamples = {
  "cdnDistribution.list": [
    async (fixture) => {
      await distribution(fixture);
      return {};
    },
  ],
  "cdnDistribution.create": [
    async (fixture) => ({ body: { name: fixture.name(), origin_id: await bucket(fixture), cache_policy: "media" } }),
  ],
  "cdnDistribution.get": [async (fixture) => ({ params: await distribution(fixture) })],
  "cdnDistribution.update": [
    async (fixture) => ({ params: await distribution(fixture), body: { cache_policy: "short" } }),
  ],
  "cdnDistribution.delete": [async (fixture) => ({ params: await distribution(fixture) })],
  "cdnDeployment.get": [async (fixture) => ({ params: await distribution(fixture) })],
  "cdnMetrics.get": [
    async (fixture) => ({
      params: await distribution(fixture),
      query: { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", step: 600 },
    }),
  ],
  "cdnCustomDomain.list": [
    async (fixture) => {
      const { distribution_id } = await customDomain(fixture);
      return { params: { distribution_id } };
    },
  ],
  "cdnCustomDomain.create": [
    async (fixture) => ({ params: await distribution(fixture), body: { domain: `${fixture.name()}.example.com` } }),
  ],
  "cdnCustomDomain.get": [async (fixture) => ({ params: await customDomain(fixture) })],
  "cdnCustomDomain.verify": [async (fixture) => ({ params: await customDomain(fixture) })],
  "cdnCustomDomain.delete": [async (fixture) => ({ params: await customDomain(fixture) })],
  "cdnPurge.create": [
    async (fixture) => ({ params: await distribution(fixture), body: { paths: ["/index.html", "/pictures/*"] } }),
    async (fixture) => ({ params: await distribution(fixture), body: { everything: true } }),
  ],
  "cdnPurge.list": [
    async (fixture) => {
      const { distribution_id } = await purge(fixture);
      return { params: { distribution_id } };
    },
  ],
  "cdnPurge.get": [async (fixture) => ({ params: await purge(fixture) })],
  "cdnWebsite.get": [async (fixture) => ({ params: await distribution(fixture) })],
  "cdnWebsite.put": [
    async (fixture) => ({
      params: await distribution(fixture),
      body: {
        error_document: "errors/404.html",
        redirects: [{ source: "/old/*", destination: "/new/*", status: 308 }],
        headers: [{ name: "X-Frame-Options", value: "DENY" }],
      },
    }),
  ],
  "cdnUrl.generate": [
    async (fixture) => ({
      body: { bucket_name: await bucket(fixture), object_key: "pictures/one.png", expires_in: 60 },
    }),
  ],
  "cdnSigningKey.list": [
    async (fixture) => {
      await fixture.make("cdnSigningKey.rotate", { body: {} });
      return {};
    },
  ],
  // Consecutive requests differ, like those of examples with names.
  "cdnSigningKey.rotate": [async (fixture) => ({ body: { revoke_previous: fixture.number() % 2 === 0 } })],
} satisfies Partial<Examples>;
