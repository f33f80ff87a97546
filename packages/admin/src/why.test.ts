import { beforeAll, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture();
const ID = "op_01";

beforeAll(async () => {
  await cli().database.pool.query(
    `INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, status, input,
                            deadline_at)
     VALUES ($1, 1, 'vm_1', 'cloud_vm', 'start', 'cloud-vm.start', 'accepted', '{}', now() + interval '1 hour')`,
    [ID],
  );
});

test("admin why tells an operation in sentences, and as JSON", async () => {
  const { code, stdout } = await cli().fulmar(["admin", "why", ID]);
  expect(code).toBe(0);
  expect(stdout.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/: the product itself asked for start of cloud_vm vm_1 in workspace 1\.$/),
    expect.stringMatching(/^It has been accepted for \S+ s\. Its deadline is .* UTC\.$/),
    "It waits because no worker is connected: start one.",
  ]);
  const explanation = { operation_id: ID, status: "accepted", asked_by: null, steps: [], usual_seconds: null };
  for (const flags of [["--json"], ["--output", "json"]]) {
    const printed = await cli().fulmar(["admin", "why", ID, ...flags]);
    expect(JSON.parse(printed.stdout)).toMatchObject(explanation);
  }
});

test("admin why refuses an operation that is not there, and a command line without one", async () => {
  for (const [args, sentence] of [
    [["admin", "why", "op_none"], "There is no operation op_none; check its id, which begins with op_.\n"],
    [["admin", "why"], "The argument <operation> is missing.\n"],
  ] as const) {
    const { code, stderr } = await cli().fulmar(args);
    expect([code, stderr]).toEqual([1, sentence]);
  }
});
