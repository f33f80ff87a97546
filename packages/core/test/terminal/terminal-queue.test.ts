// The terminals that wait for a worker are shared by organization. apps/worker opens them.
import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedPlatform } from "../../src/operator.ts";
import { type TakenTerminal, takeTerminals } from "../../src/worker.ts";

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
  await seedPlatform(own.database, { environment: "development" });
});
afterAll(() => own.drop());

/** Terminals of an organization that wait, in two of its workspaces. @returns the organization */
async function waiting(count: number): Promise<string> {
  const { prisma, pool } = own.database;
  const organization_id = `org_${randomUUID()}`;
  await prisma.organization.create({ data: { organization_id, name: "Test" } });
  for (const name of ["one", "two"]) {
    const { workspace_id } = await prisma.workspace.create({ data: { organization_id, name } });
    const vm_id = `vm_${randomUUID()}`;
    await prisma.vm.create({
      data: {
        ...{ vm_id, workspace_id, type: "cloud", name, status: "running", site_id: "site-ams-1" },
        ...{ plan_id: "plan-nano", template_id: "debian-13", cpu: 1, ram_mb: 1024, disk_gb: 20 },
        ...{ os_type: "linux", os_distro: "debian" },
      },
    });
    await pool.query(
      `INSERT INTO terminal (terminal_id, workspace_id, organization_id, vm_id, caller_type, caller_id, caller_name,
                             request_id, ticket_hash, columns, rows,
              expires_at, claimed_at, seen_at, endpoint)
       SELECT 'term_' || gen_random_uuid(), $1, $2, $3, 'token', 'tok', 'test', 'req',
              decode(md5(random()::text), 'hex'), 80, 24, now(), now(), now(), '127.0.0.1:1'
         FROM generate_series(1, $4)`,
      [workspace_id, organization_id, vm_id, Math.ceil(count / 2)],
    );
  }
  return organization_id;
}

test("a worker has 200 terminals, 50 of an organization, whichever were asked for first", async () => {
  const open: TakenTerminal[] = [];
  const take = async () => {
    const taken = await takeTerminals(own.database.sql, open);
    open.push(...taken);
    return taken.map(({ organization_id }) => organization_id);
  };
  const many = await waiting(120);
  expect(await take()).toEqual(Array(50).fill(many));
  const few = await waiting(2);
  expect(await take()).toEqual([few, few]);
  const others = [await waiting(80), await waiting(80), await waiting(80)];
  const taken = await take();
  expect(taken).toHaveLength(148);
  for (const other of others) expect(taken.filter((id) => id === other).length).toBeGreaterThanOrEqual(48);
  await waiting(2);
  expect(await take()).toEqual([]);
  // A place is the next one's as soon as its terminal ends.
  open.splice(0, 1);
  expect(await take()).toHaveLength(1);
});
