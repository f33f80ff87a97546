// The installation as a whole: its health, edges, regions of object storage and announcements.
import { randomUUID } from "node:crypto";
import type { OperatorExamples, OperatorFixture } from "../operator-fixture.ts";

export const installationExamples = {
  "operatorOverview.get": () => ({}),
  "operatorHealth.get": () => ({}),
  "operatorAnnouncement.list": () => ({}),
  "operatorAnnouncement.get": async (fixture) => ({ announcement_id: await madeAnnouncement(fixture) }),
  "operatorAnnouncement.create": () => newAnnouncement(),
  "operatorAnnouncement.update": async (fixture) => ({
    announcement_id: await madeAnnouncement(fixture),
    ...{ level: "warning", title: "Work on the network", ends_at: "2030-01-02T04:00:00Z", site_ids: ["site-fra-1"] },
    organization_ids: [await fixture.organization()],
  }),
  "operatorAnnouncement.delete": async (fixture) => ({ announcement_id: await madeAnnouncement(fixture) }),
  "operatorEdge.list": () => ({}),
  "operatorEdge.get": async (fixture) => ({ edge_id: await madeEdge(fixture) }),
  "operatorEdge.create": () => ({ ...newEdge(), serves_cdn: false, line_gbits: 40 }),
  "operatorEdge.update": async (fixture) => ({ edge_id: await madeEdge(fixture), line_gbits: 400 }),
  "operatorEdge.renewToken": async (fixture) => ({ edge_id: await madeEdge(fixture) }),
  "operatorEdge.remove": async (fixture) => ({
    ...{ edge_id: await madeEdge(fixture), force: false, reason: "Its host is replaced." },
  }),
  "operatorRegion.list": () => ({}),
  "operatorRegion.get": async (fixture) => ({ region: await madeRegion(fixture) }),
  "operatorRegion.create": () => ({
    ...newRegion(),
    ...{ backend: "rgw", admin_url: "https://127.0.0.1:1", site_id: "site-fra-1" },
  }),
  "operatorRegion.check": async (fixture) => {
    const region = await madeRegion(fixture);
    await fixture.api.database.prisma.storageRegion.update({ where: { region }, data: { check_at: null } });
    return { region };
  },
  "operatorRegion.remove": async (fixture) => ({ region: await madeRegion(fixture), reason: "It is replaced." }),
  "operatorWebhook.list": () => ({}),
  "operatorWebhook.failing": () => ({}),
  "operatorCertificate.list": () => ({}),
} satisfies OperatorExamples;

const newEdge = () => ({ name: `edge-${randomUUID()}`, site_id: "site-ams-1" });

async function madeEdge(fixture: OperatorFixture): Promise<string> {
  return String((await fixture.made("operatorEdge.create", newEdge())).edge_id);
}

function newRegion() {
  const region = `r-${randomUUID()}`;
  return { region, name: region, endpoint_url: "https://127.0.0.1:1", access_key: "AK", secret_key: "a-secret" };
}

async function madeRegion(fixture: OperatorFixture): Promise<string> {
  return String((await fixture.made("operatorRegion.create", newRegion())).region);
}

function newAnnouncement() {
  return {
    ...{
      kind: "maintenance",
      title: `Work in Amsterdam ${randomUUID()}`,
      text: "Connections may break for some seconds.",
    },
    ...{ starts_at: "2030-01-01T22:00:00Z", ends_at: "2030-01-02T02:00:00Z", site_ids: ["site-ams-1"] },
  };
}

async function madeAnnouncement(fixture: OperatorFixture): Promise<string> {
  return String((await fixture.made("operatorAnnouncement.create", newAnnouncement())).announcement_id);
}
