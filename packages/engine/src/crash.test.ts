import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { crashSaga } from "./crash-process.ts";
import { engineFixture, eventually } from "./engine-fixture.ts";
import { LEASE_MS } from "./lease.ts";
import { ending } from "./testing.ts";

const fixture = engineFixture();
const children: ReturnType<typeof spawn>[] = [];

function startProcess() {
  const child = spawn(process.execPath, [fileURLToPath(new URL("crash-process.ts", import.meta.url)), fixture.url], {
    stdio: "inherit",
  });
  children.push(child);
  return child;
}

/** Whether each operation is still held by its worker, and for no longer than a lease lasts. */
async function leasesOf(ids: readonly string[]) {
  const { rows } = await fixture.database.pool.query(
    `SELECT lease_owner IS NOT NULL AS is_held, lease_until <= now() + $2 * interval '1 millisecond' AS ends_in_time
       FROM operation WHERE operation_id = ANY ($1)`,
    [ids, LEASE_MS],
  );
  return rows;
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

test("another process resumes the operations of one that was killed in the middle of a step", async () => {
  const dying = startProcess();
  const ids = await Promise.all(
    Array.from({ length: 5 }, () => fixture.accept(crashSaga("die"), { deadlineMs: 120_000 })),
  );
  await eventually(async () => {
    const steps = await Promise.all(ids.map((id) => fixture.operation(id)));
    return steps.every((operation) => operation.current_step === "create");
  });
  dying.kill("SIGKILL");
  await once(dying, "exit");
  expect(await leasesOf(ids)).toEqual(ids.map(() => ({ is_held: true, ends_in_time: true })));
  // As if that time were over.
  await fixture.database.pool.query("UPDATE operation SET lease_until = now() WHERE operation_id = ANY ($1)", [ids]);

  fixture.work(crashSaga("survive"));
  expect(await Promise.all(ids.map((id) => ending(fixture.database, id)))).toEqual(ids.map(() => "succeeded"));
  for (const id of ids) {
    expect(await fixture.steps(id)).toMatchObject([
      { name: "allocate", status: "succeeded", output: "die" },
      { name: "create", status: "succeeded", attempt: 1, output: "survive" },
    ]);
  }
});
