import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { crashSaga } from "./crash-process.ts";
import { engineFixture, eventually } from "./engine-fixture.ts";
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

  fixture.work(crashSaga("survive"));
  expect(await Promise.all(ids.map((id) => ending(fixture.database, id)))).toEqual(ids.map(() => "succeeded"));
  for (const id of ids) {
    expect(await fixture.steps(id)).toMatchObject([
      { name: "allocate", status: "succeeded", output: "die" },
      { name: "create", status: "succeeded", attempt: 1, output: "survive" },
    ]);
  }
});
