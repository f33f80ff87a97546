// Who may watch a workspace's changes, and for how long.
import { isDeepStrictEqual } from "node:util";
import { loadConfiguration } from "@fulmar/config";
import { type Credentials, createCore } from "@fulmar/core";
import { createPerson, createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { MOST_STREAMS } from "./open-streams.ts";
import { createRouter } from "./router.ts";

let testDatabase: TestDatabase;
let core: ReturnType<typeof createCore>["core"];
let router: ReturnType<typeof createRouter>;
let draining: AbortController;
let workspace_id: string;
const organization_id = "org_a";
const logger = { error: () => undefined };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const configuration = loadConfiguration({
    DATABASE_URL: testDatabase.url,
    FULMAR_SECRET: "0123456789abcdef0123456789abcdef",
  });
  await database.prisma.organization.create({
    data: { organization_id, name: "A", workspaces: { create: { name: "one" } } },
  });
  workspace_id = String((await database.prisma.workspace.findFirstOrThrow()).workspace_id);
  ({ core } = createCore({ database, configuration, logger }));
});
beforeEach(() => {
  draining = new AbortController();
  router = createRouter({ core, database: testDatabase.database, logger, draining: draining.signal });
});
afterAll(() => testDatabase.drop());

async function joined(name: string): Promise<string> {
  const user_id = await createPerson(testDatabase.database, {
    name,
    email: `${name}@example.com`,
  });
  await testDatabase.database.prisma.member.create({ data: { organization_id, user_id, role: "viewer" } });
  return user_id;
}

/** @param now the user that is signed in when the stream checks again */
function watch(userId: string | undefined, now: () => string | undefined = () => userId, workspaceId = workspace_id) {
  const session = (id: string | undefined): Credentials => ({ kind: "session", userId: id });
  const gone = new AbortController();
  const caller = router.createCaller({
    credentials: session(userId),
    credentialsNow: async () => session(now()),
    idempotencyKey: undefined,
    requestId: "live-test",
    sourceIp: undefined,
    signal: gone.signal,
  });
  return { stream: caller.live.changes({ workspace_id: workspaceId }), leave: () => gone.abort() };
}

async function begun({ stream, leave }: ReturnType<typeof watch>) {
  const iterator = (await stream)[Symbol.asyncIterator]();
  expect((await iterator.next()).value).toMatchObject([
    expect.stringMatching(/^\d+\/\d+:\d+:/),
    { reset: true, changes: [] },
    expect.anything(),
  ]);
  return { next: () => iterator.next(), leave };
}

/** How a stream ends: the code of the refusal, or a normal end. */
async function endOf({ next }: { next: () => Promise<{ done?: boolean | undefined }> }): Promise<string> {
  try {
    while (!(await next()).done);
    return "ended";
  } catch (error) {
    if (error instanceof TRPCError) return error.code;
    throw error;
  }
}

test.each([
  ["an anonymous user", undefined, undefined, "UNAUTHORIZED"],
  ["a user who is not a member", "stranger", "999999", "FORBIDDEN"],
  ["a user with a malformed workspace id", "careless", "x", "FORBIDDEN"],
])("%s cannot watch changes", async (_what, name, workspaceId, code) => {
  const userId = name === undefined ? undefined : await joined(name);
  const { stream } = watch(userId, () => userId, workspaceId);
  await expect(stream).rejects.toMatchObject({ name: "TRPCError", code });
});

test("a member receives changes until leaving", async () => {
  const member = await begun(watch(await joined("reader")));
  await testDatabase.database.pool.query(
    "INSERT INTO firewall_group (firewall_group_id, workspace_id, name, is_default) VALUES ('fw_a', $1, 'a', false)",
    [workspace_id],
  );
  // Changes of other tests may come before it, and with it.
  const changes: unknown[] = [];
  while (!changes.some((change) => isDeepStrictEqual(change, { topic: "firewall_group", id: "fw_a" }))) {
    const { value } = await member.next();
    expect(value).toMatchObject([expect.anything(), { reset: false }, expect.anything()]);
    changes.push(...(value as unknown as readonly [string, { readonly changes: readonly unknown[] }])[1].changes);
  }
  member.leave();
  expect(await endOf(member)).toBe("ended");
});

test("a stream ends when its user is removed from the organization or signs out", async () => {
  const removed = await joined("removed");
  const signedOut = await joined("signed-out");
  let session: string | undefined = signedOut;
  const streams = await Promise.all([begun(watch(removed)), begun(watch(signedOut, () => session))]);
  await testDatabase.database.pool.query("DELETE FROM member WHERE user_id = $1", [removed]);
  session = undefined;
  expect(await Promise.all(streams.map(endOf))).toEqual(["FORBIDDEN", "UNAUTHORIZED"]);
});

test("a user who leaves is no longer checked, even without another read", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { leave } = await begun(watch(await joined("gone")));
  expect(vi.getTimerCount()).toBe(1);
  leave();
  expect(vi.getTimerCount()).toBe(0);
});

test("a user has a limited number of concurrent streams and regains one when another ends", async () => {
  const userId = await joined("many");
  const open = Array.from({ length: MOST_STREAMS }, () => watch(userId));
  await Promise.all(open.map(({ stream }) => stream));
  const oneMore = watch(userId);
  await expect(oneMore.stream).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  (await begun(watch(await joined("somebody-else")))).leave();
  open[0]?.leave();
  await begun(watch(userId));
  for (const { leave } of open) leave();
  for (let gone = 0; gone <= MOST_STREAMS; gone++) {
    const { stream, leave } = watch(userId);
    leave();
    await stream;
  }
  for (const { leave } of await Promise.all(Array.from({ length: MOST_STREAMS - 1 }, () => begun(watch(userId)))))
    leave();
});

test("every stream ends when the process drains", async () => {
  const streams = await Promise.all([begun(watch(await joined("last"))), begun(watch(await joined("very-last")))]);
  draining.abort();
  expect(await Promise.all(streams.map(endOf))).toEqual(["ended", "ended"]);
});
