import type { Examples } from "./example.ts";
import type { ExampleFixture } from "./example-fixture.ts";
import { loadBalancer } from "./load-balancing.ts";
import { reservedIp } from "./networking.ts";

const zone = async (fixture: ExampleFixture): Promise<{ zone_id: string }> => {
  const { zone_id } = await fixture.make("dnsZone.create", { body: { name: `${fixture.name()}.example.com` } });
  return { zone_id };
};

const recordSet = async (fixture: ExampleFixture): Promise<{ zone_id: string; record_set_id: string }> => {
  const params = await zone(fixture);
  const { record_set_id } = await fixture.make("dnsRecordSet.set", {
    params,
    body: { name: fixture.name(), type: "A", values: ["203.0.113.7"] },
  });
  return { ...params, record_set_id };
};

export const dnsExamples = {
  "dnsZone.list": [
    async (fixture) => {
      await zone(fixture);
      return {};
    },
  ],
  "dnsZone.create": [
    (fixture) => ({ body: { name: `${fixture.name()}.example.com`, description: "Shop", deletion_protection: false } }),
  ],
  "dnsZone.get": [async (fixture) => ({ params: await zone(fixture) })],
  "dnsZone.update": [async (fixture) => ({ params: await zone(fixture), body: { description: "Mail" } })],
  "dnsZone.delete": [async (fixture) => ({ params: await zone(fixture) })],
  "dnsZone.verify": [async (fixture) => ({ params: await zone(fixture) })],
  "dnsZone.export": [
    async (fixture) => {
      const { zone_id } = await recordSet(fixture);
      return { params: { zone_id } };
    },
  ],
  "dnsZone.import": [
    async (fixture) => {
      const { zone_id } = await recordSet(fixture);
      return { params: { zone_id }, body: { zone_file: "mail 300 A 203.0.113.8\n", replace: true } };
    },
  ],
  "dnsRecordSet.list": [
    async (fixture) => {
      const { zone_id } = await recordSet(fixture);
      return { params: { zone_id } };
    },
  ],
  "dnsRecordSet.set": [
    async (fixture) => ({
      params: await zone(fixture),
      body: { name: "@", type: "MX", ttl: 300, values: ["10 mail.example.net"] },
    }),
    async (fixture) => ({
      params: await zone(fixture),
      body: { name: "www", type: "A", vm_id: await fixture.vm() },
    }),
    async (fixture) => ({
      params: await zone(fixture),
      body: { name: "www", type: "A", ...(await loadBalancer(fixture)) },
    }),
    async (fixture) => ({
      params: await zone(fixture),
      body: { name: "www", type: "A", reserved_ip_id: await reservedIp(fixture) },
    }),
  ],
  "dnsRecordSet.get": [async (fixture) => ({ params: await recordSet(fixture) })],
  "dnsRecordSet.delete": [async (fixture) => ({ params: await recordSet(fixture) })],
} satisfies Partial<Examples>;
