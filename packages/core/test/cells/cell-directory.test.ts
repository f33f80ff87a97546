import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Cells } from "@fulmar/config";
import { type Database, openDatabase } from "@fulmar/prisma";
import { createPerson, createTestDatabase, processUrl, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CellDirectory } from "../../src/cells/index.ts";
import { cellFindings } from "../../src/diagnosis/cells.ts";
import { DomainError } from "../../src/request/domain-error.ts";

const KEY = "the key of the cells of the tests";
const CLOSED = "http://127.0.0.1:9";

/** A cell: a database, and what its console answers other cells. */
interface TestCell {
  readonly name: string;
  readonly testDatabase: TestDatabase;
  readonly served: Database;
  readonly server: Server;
  readonly consoleUrl: string;
}

let eu1: TestCell;
let eu2: TestCell;
let addresses = 0;
let email: string;

async function startCell(name: string): Promise<TestCell> {
  const testDatabase = await createTestDatabase();
  const served = openDatabase(processUrl(testDatabase.url, "fulmar_request"));
  const server = createServer(async (request, response) => {
    const answer = await directoryOf(name)
      .answer(await json(request))
      .catch((error: unknown) => error);
    response.statusCode = answer instanceof DomainError ? answer.status : 200;
    response.end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const consoleUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await testDatabase.database.prisma.organization.create({ data: { organization_id: "org_cell", name } });
  const user_id = await createPerson(testDatabase.database, {
    ...{ name: "Owner", email: `owner@${name}.example.com` },
  });
  await testDatabase.database.prisma.member.create({ data: { organization_id: "org_cell", user_id, role: "owner" } });
  return { name, testDatabase, served, server, consoleUrl };
}

const cellsOf = (own: string, changes: Partial<Cells> = {}): Cells => ({
  own,
  all: [eu1, eu2].map(({ name, consoleUrl }) => ({ name, consoleUrl })),
  open: ["eu1", "eu2"],
  key: KEY,
  ...changes,
});

/** The directory as a cell asks it. */
const directoryOf = (own: string, changes: Partial<Cells> = {}) =>
  new CellDirectory((own === "eu1" ? eu1 : eu2).served.sql, cellsOf(own, changes));

const accountAt = ({ testDatabase }: TestCell) => createPerson(testDatabase.database, { name: "Ada", email });

async function inviteAt({ testDatabase }: TestCell): Promise<void> {
  const { prisma } = testDatabase.database;
  const member = await prisma.member.findFirstOrThrow();
  await prisma.invitation.create({
    data: {
      ...{
        invitation_id: `inv_${email}`,
        organization_id: "org_cell",
        email,
        role: "viewer",
        hash: Buffer.from(email),
      },
      ...{ invited_by: member.user_id, expires_at: new Date(Date.now() + 60_000) },
    },
  });
}

/** The cell where somebody signs in who comes to `at`. */
const found = async (at: string, changes?: Partial<Cells>) =>
  (await directoryOf(at, changes).ofAccount(email, "192.0.2.1"))?.name ?? at;
const foundForNew = async (at: string, changes?: Partial<Cells>) =>
  (await directoryOf(at, changes).ofNewAccount(email))?.name ?? at;

beforeAll(async () => {
  eu1 = await startCell("eu1");
  eu2 = await startCell("eu2");
});
afterAll(async () => {
  for (const { server, served, testDatabase } of [eu1, eu2]) {
    server.close();
    await served.close();
    await testDatabase.drop();
  }
});
beforeEach(async () => {
  email = `person-${addresses++}@example.com`;
  for (const { testDatabase } of [eu1, eu2]) await testDatabase.database.prisma.attemptLimit.deleteMany();
});

test("an account is found from every cell, and an own one without asking the others", async () => {
  await accountAt(eu2);
  expect([await found("eu1"), await found("eu2")]).toEqual(["eu2", "eu2"]);
  const alone = { all: [{ name: "eu1", consoleUrl: CLOSED }, cellsOf("eu2").all[1] ?? { name: "", consoleUrl: "" }] };
  expect(await found("eu2", alone)).toBe("eu2");
});

test("who has an account in both cells signs in where they are", async () => {
  await accountAt(eu1);
  await accountAt(eu2);
  expect([await found("eu1"), await found("eu2")]).toEqual(["eu1", "eu2"]);
});

test("an address that no cell knows has the same cell from everywhere, and not always the first", async () => {
  const drawn = [];
  for (let tries = 0; tries < 40; tries++) {
    email = `stranger-${tries}@example.com`;
    const cell = await found("eu1");
    expect(await found("eu2")).toBe(cell);
    drawn.push(cell);
  }
  expect(new Set(drawn)).toEqual(new Set(["eu1", "eu2"]));
});

test("an invitation leads to its cell, if there is no account elsewhere", async () => {
  await inviteAt(eu2);
  expect([await found("eu1"), await found("eu2")]).toEqual(["eu2", "eu2"]);
  await accountAt(eu1);
  expect([await found("eu1"), await found("eu2")]).toEqual(["eu1", "eu1"]);
});

test("a new account is made where it is invited or known, else here if this cell is open, else at an open one", async () => {
  expect(await foundForNew("eu1")).toBe("eu1");
  expect(await foundForNew("eu1", { open: ["eu2"] })).toBe("eu2");
  await accountAt(eu2);
  expect(await foundForNew("eu1")).toBe("eu2");
  await inviteAt(eu1);
  expect(await foundForNew("eu1", { open: ["eu2"] })).toBe("eu1");
});

test("a cell that does not answer is named, unless another knows the address", async () => {
  const away = { all: [...cellsOf("eu1").all, { name: "eu3", consoleUrl: CLOSED }] };
  await expect(found("eu1", away)).rejects.toMatchObject({
    code: "cell_unavailable",
    message: expect.stringContaining("eu3 does not answer"),
  });
  await accountAt(eu2);
  expect(await found("eu1", away)).toBe("eu2");
});

test("only the key of the cells gets an answer, and the doctor says that a key is another", async () => {
  const other = { key: "another key of thirty-two characters" };
  await expect(found("eu1", other)).rejects.toMatchObject({ code: "cell_unavailable" });
  await expect(directoryOf("eu1").answer({ email, signature: "made-up" })).rejects.toMatchObject({
    code: "wrong_cell_signature",
  });
  expect(await cellFindings({ cells: cellsOf("eu1") })).toMatchObject([{ check: "cell eu2", state: "ok" }]);
  expect(await cellFindings({ cells: cellsOf("eu1", other) })).toMatchObject([
    { state: "warn", sentence: expect.stringContaining("answered 403") },
  ]);
  expect(await cellFindings({ cells: undefined })).toEqual([]);
});

test("who tries many addresses has to wait", async () => {
  const tries = Array.from({ length: 70 }, (_, index) =>
    directoryOf("eu1").ofAccount(`guess-${index}@example.com`, "192.0.2.9"),
  );
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(10);
});
