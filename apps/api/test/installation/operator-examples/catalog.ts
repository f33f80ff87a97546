// Plans and images.
import { randomUUID } from "node:crypto";
import { newId } from "@fulmar/core";
import type { OperatorExamples, OperatorFixture } from "../operator-fixture.ts";

export const catalogExamples = {
  "operatorPlan.list": () => ({}),
  "operatorPlan.get": () => ({ plan_id: "plan-small" }),
  "operatorPlan.create": () => newPlan(),
  "operatorPlan.update": async (fixture) => ({
    plan_id: await madePlan(fixture),
    ...{ name: `plan-${randomUUID()}`, family: "dedicated", position: 1 },
    organization_ids: [await fixture.organization()],
  }),
  "operatorPlan.setSites": async (fixture) => ({ plan_id: await madePlan(fixture), site_ids: ["site-fra-1"] }),
  "operatorPlan.retire": async (fixture) => ({ plan_id: await madePlan(fixture) }),
  "operatorPlan.restore": async (fixture) => {
    const plan_id = await madePlan(fixture);
    await fixture.made("operatorPlan.retire", { plan_id });
    return { plan_id };
  },
  "operatorImage.list": () => ({}),
  "operatorImage.get": () => ({ template_id: "debian-13" }),
  "operatorImage.retire": async (fixture) => ({ template_id: await madeImage(fixture) }),
  "operatorImage.restore": async (fixture) => {
    const template_id = await madeImage(fixture);
    await fixture.made("operatorImage.retire", { template_id });
    return { template_id };
  },
  "operatorImage.publish": async (fixture) => ({ template_id: await madeWorkspaceImage(fixture) }),
  "operatorImage.unpublish": async (fixture) => {
    const template_id = await madeWorkspaceImage(fixture);
    await fixture.made("operatorImage.publish", { template_id });
    return { template_id };
  },
  "operatorImage.import": () => ({
    ...{ template_id: `image-${randomUUID()}`, site_id: "site-fra-1", url: "https://images.example.com/debian.qcow2" },
    ...{ sha256: "ab".repeat(32), format: "qcow2", name: "Debian 13", os_distro: "debian", version: "13" },
    ...{ min_disk_gb: 10, cloud_init: true },
  }),
  "operatorCatalog.get": () => ({}),
  "operatorCatalog.export": () => ({}),
  "operatorCatalog.import": async (fixture) => {
    const template_id = await missingImage(fixture);
    return { update: template_id === STARTERS[0] };
  },
} satisfies OperatorExamples;

function newPlan() {
  const plan_id = `plan-${randomUUID()}`;
  const size = { type: "cloud", cpu: 2, ram_mb: 4096, disk_gb: 40 };
  return { plan_id, name: plan_id, ...size, site_ids: ["site-ams-1"], hourly_price: "0.0125" };
}

async function madePlan(fixture: OperatorFixture): Promise<string> {
  return String((await fixture.made("operatorPlan.create", newPlan())).plan_id);
}

/** Two images of the starter catalog, of which one after the other is missing. */
const STARTERS = ["rocky-9", "alpine-3.22"] as const;
let missed = 0;

async function missingImage({ api }: OperatorFixture): Promise<string> {
  const template_id = STARTERS[missed++ % 2] ?? STARTERS[0];
  await api.database.prisma.image.deleteMany({ where: { template_id } });
  return template_id;
}

/** Images come with a release. */
async function madeImage({ api }: OperatorFixture): Promise<string> {
  const template_id = `image-${randomUUID()}`;
  const os = { os_type: "linux", os_distro: "debian", version: "13", min_disk_gb: 10 };
  const last = await api.database.prisma.image.aggregate({ _max: { position: true } });
  const position = (last._max.position ?? 0) + 1;
  await api.database.prisma.image.create({ data: { template_id, name: template_id, ...os, position } });
  return template_id;
}

/** An image of the fixture's workspace, in the state that a worker leaves. */
async function madeWorkspaceImage({ api }: OperatorFixture): Promise<string> {
  const image_id = newId("img");
  await api.database.pool.query(
    `INSERT INTO vm_image (image_id, workspace_id, name, status, source_type, source_id, site_id, os_type, os_distro,
                           version, min_disk_gb, size_bytes)
     VALUES ($1, $2, $1, 'available', 'url', 'https://images.example.com/disk', 'site-fra-1', 'linux', 'debian', '13', 10, 1)`,
    [image_id, api.tenant.workspaceId],
  );
  return image_id;
}
