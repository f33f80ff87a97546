import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createTestDatabase, processUrl, programEnvironment, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

function start(environment: Readonly<Record<string, string>>) {
  return spawn(process.execPath, [fileURLToPath(new URL("main.ts", import.meta.url))], {
    env: { ...programEnvironment(), FULMAR_SECRET: "a secret of tests, long enough to be one", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

test("after SIGTERM the worker ends with code 0 and has logged only JSON", async () => {
  const child = start({ DATABASE_URL: processUrl(testDatabase.url, "fulmar_worker") });
  const messages: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const record: { app: string; level: number; msg: string } = JSON.parse(line);
    expect(record.app).toBe("worker");
    expect(record.level, line).toBeLessThan(40);
    messages.push(record.msg);
    if (record.msg === "the worker takes operations") child.kill("SIGTERM");
  }
  if (child.exitCode === null) await once(child, "exit");
  expect(child.exitCode).toBe(0);
  expect(messages.at(0)).toBe("the worker takes operations");
  expect(messages.at(-1)).toBe("the worker has stopped");
});

test("an invalid variable ends the start with code 1 and one sentence", async () => {
  const child = start({ DATABASE_URL: testDatabase.url, FULMAR_LOG_LEVEL: "loud" });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) lines.push(line);
  if (child.exitCode === null) await once(child, "exit");
  expect(child.exitCode).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("FULMAR_LOG_LEVEL");
});
