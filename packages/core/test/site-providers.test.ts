import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { SiteProviders } from "../src/kernel/site-providers.ts";

let bed: TestDatabase;

beforeAll(async () => {
  bed = await createTestDatabase();
  await bed.database.prisma.site.create({
    data: {
      ...{ site_id: "site_a", name: "A", location: "A", provider: "lxd:site_a", position: 1, unsupported: [] },
      connection: { create: { endpoint: "unix:///nowhere", project: "fulmar", storage_pool: "default", network: "br0", instance_type: "container" } },
    },
  });
});
afterAll(() => bed.drop());

function providers() {
  const all = new SiteProviders(bed.database, "a secret of the installation");
  onTestFinished(() => all.close());
  return all;
}

test("whoever asks for a site at the same time is given the same connection to it", async () => {
  const all = providers();
  const [one, other] = await Promise.all([all.get("lxd:site_a"), all.get("lxd:site_a")]);
  expect(one).toBe(other);
  expect(await all.get("lxd:site_a")).toBe(one);
});

test("a site that nobody has added has none, however often it is asked for", async () => {
  const all = providers();
  for (const _ of [1, 2]) await expect(all.get("lxd:site_b")).rejects.toThrow('No site is driven by "lxd:site_b".');
});
