// The installation as a whole: its health, edges and announcements.
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
  "operatorWebhook.list": () => ({}),
  "operatorWebhook.failing": () => ({}),
  "operatorCertificate.list": () => ({}),
} satisfies OperatorExamples;

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
