// What a worker's report says of processes that start together with it.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { loadConfiguration } from "@fulmar/config";
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportHealth, startUpSince } from "../../src/diagnosis/index.ts";
import { seedPlatform } from "../../src/operator.ts";

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await seedPlatform(testDatabase.database, { environment: "development" });
});
afterAll(() => testDatabase.drop());

/** What operators read: the state of the API and of the workers in the report of a worker. */
async function reported(url: string, startUp: ReturnType<typeof startUpSince>) {
  const { database } = testDatabase;
  const configuration = loadConfiguration({ DATABASE_URL: testDatabase.url, FULMAR_PUBLIC_API_URL: url });
  await reportHealth.run({ database, configuration, startUp }, new AbortController().signal);
  const [row] = await database.prisma.healthReport.findMany();
  const found = row?.findings as unknown as { check: string; state: string; sentence: string }[];
  return (check: string) => found.find((each) => each.check === check);
}

async function serve(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer((_, response) => void response.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("what does not answer right after a worker's start may be starting, and fails a minute later", async () => {
  const { server, url } = await serve();
  server.close();
  const first = await reported(url, startUpSince());
  for (const check of ["API", "workers"])
    expect(first(check)).toMatchObject({ state: "warn", sentence: expect.stringMatching(/^It may be starting/) });
  const later = await reported(url, startUpSince(new Date(Date.now() - 61_000)));
  expect(later("API")).toMatchObject({ state: "fail", sentence: expect.stringMatching(/does not answer from here/) });
  expect(later("workers")).toMatchObject({ state: "fail", sentence: expect.stringMatching(/^No worker/) });
});

test("what has answered since the start and no longer does fails at once", async () => {
  const { server, url } = await serve();
  const startUp = startUpSince();
  expect((await reported(url, startUp))("API")?.state).toBe("ok");
  server.closeAllConnections();
  server.close();
  expect((await reported(url, startUp))("API")?.state).toBe("fail");
});
