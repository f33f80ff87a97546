// While a release is rolled out, the one before it writes and reads the columns of the first kind of provider, and this
// one the options.
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const OPTIONS = { project: "fulmar", storage_pool: "default", network: "fm0", instance_type: "container" };

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

function connect(site_id: string, written: object) {
  const { prisma } = testDatabase.database;
  return prisma.site.create({
    data: {
      ...{ site_id, name: site_id, location: "Here", provider: `lxd:${site_id}`, position: 1 },
      site_connection: { create: { endpoint: "unix:///nowhere", ...written } },
    },
    include: { site_connection: true },
  });
}

test("what one release writes, the other reads", async () => {
  const { site_connection: before } = await connect("site_before", OPTIONS);
  expect(before).toMatchObject({ ...OPTIONS, uplink: null, options: OPTIONS });
  const { site_connection: after } = await connect("site_after", { options: { ...OPTIONS, uplink: "up0" } });
  expect(after).toMatchObject({ ...OPTIONS, uplink: "up0", options: { ...OPTIONS, uplink: "up0" } });
});

test("options of another kind fill no column that they do not have", async () => {
  const { site_connection } = await connect("site_other", { options: { folder: "/srv" } });
  expect(site_connection).toMatchObject({ options: { folder: "/srv" }, project: null, instance_type: null });
});
