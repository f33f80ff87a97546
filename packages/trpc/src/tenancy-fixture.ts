// Shared by the tests of organizations: a seeded database, users, and calls as those users.
import { randomUUID } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import { ROLES, type Role } from "@fulmar/contract";
import { createCore, DomainError } from "@fulmar/core";
import { seedPlatform } from "@fulmar/core/operator";
import { openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl } from "@fulmar/testkit";
import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, expect } from "vitest";
import { createRouter } from "./router.ts";

async function open() {
  const { url, database, drop } = await createTestDatabase();
  const draining = new AbortController();
  const configuration = loadConfiguration({ DATABASE_URL: url, FULMAR_SECRET: "0123456789abcdef0123456789abcdef" });
  await seedPlatform(database, { environment: "development" });
  const logger = { error: () => undefined };
  const served = openDatabase(processUrl(url, "fulmar_request"));
  const { core } = createCore({ database: served, configuration, logger });
  const router = createRouter({
    core,
    database: served,
    logger,
    draining: draining.signal,
  });
  const close = async () => {
    draining.abort();
    await served.close();
    await drop();
  };
  return { database, router, close };
}

/** One database and one router per test file. */
export function tenancyFixture() {
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  let lastJoined = 0;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  const fixture = {
    get world() {
      if (opened === undefined) throw new Error("The test database exists only while tests run.");
      return opened;
    },
    /** Calls procedures as a user, or unauthenticated without an id. */
    as(userId: string | undefined, sessionId?: string) {
      const credentials = { kind: "session", userId, sessionId } as const;
      const signal = new AbortController().signal;
      return fixture.world.router.createCaller({
        credentials,
        credentialsNow: async () => credentials,
        // Each call has its own key, as in browsers.
        get idempotencyKey() {
          return randomUUID();
        },
        requestId: randomUUID(),
        sourceIp: "192.0.2.7",
        signal,
      });
    },
    /** Creates a user and returns their id. Nobody signs in here, so they have no password, whose hash takes long. */
    async person(email = `${randomUUID()}@example.com`): Promise<string> {
      const { id } = await fixture.world.database.prisma.user.create({
        data: { id: randomUUID(), name: "Somebody", email },
      });
      return id;
    },
    /** Creates a member with the given role and returns their id. */
    async member(organization_id: string, role: Role): Promise<string> {
      const user_id = await fixture.person();
      // Members of the same millisecond are listed by their ids, so each joins in one of their own.
      lastJoined = Math.max(Date.now(), lastJoined) + 1;
      const created_at = new Date(lastJoined);
      await fixture.world.database.prisma.member.create({ data: { organization_id, user_id, role, created_at } });
      return user_id;
    },
    /** Creates an organization with a workspace and one member per role. */
    async organization() {
      const owner = await fixture.person();
      const { organization_id, workspace_id } = await fixture
        .as(owner)
        .organization.create({ name: "Engines", workspace_name: "one" });
      const people: Record<Role, string> = {
        ...{ owner, admin: owner, developer: owner, billing: owner, viewer: owner, secret_reader: owner },
      };
      for (const role of ROLES.slice(1)) people[role] = await fixture.member(organization_id, role);
      return { organization_id, workspace_id, people };
    },
  };
  return fixture;
}

/** The refusal of a call: its kind, and its code where that is more specific. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => expect.fail("it was not refused"),
    (reason: unknown) => reason,
  );
  const cause = error instanceof TRPCError ? error.cause : error;
  if (!(cause instanceof DomainError)) throw error;
  return cause.code;
}
