// Shared by the tests of compute: a seeded database, a workspace with funds, and requests through the door, as a user
// of the console sends them.
import { randomUUID } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import { type Acceptance, ALL_SCOPES, type CloudVm, type OperationId, operationById } from "@fulmar/contract";
import { runWorker, type Worker } from "@fulmar/engine";
import { ending, silent } from "@fulmar/engine/testing";
import { openDatabase } from "@fulmar/prisma";
import { createTestDatabase, processUrl } from "@fulmar/testkit";
import { afterAll, afterEach, beforeAll } from "vitest";
import { createCore, DomainError, newId } from "../src/index.ts";
import { seedPlatform } from "../src/operator.ts";
import { createWorkerServices, reconcilers, sagas, type WorkerServices } from "../src/worker.ts";

export type Input = Readonly<Record<string, unknown>>;

async function open(environment: Readonly<Record<string, string>>) {
  const { url, database, drop } = await createTestDatabase();
  await seedPlatform(database, { environment: "development" });
  // As in an installation, requests and workers log in as roles that own nothing.
  const served = openDatabase(processUrl(url, "fulmar_request"));
  const workers = openDatabase(processUrl(url, "fulmar_worker"));
  const configuration = loadConfiguration({
    DATABASE_URL: url,
    FULMAR_ENVIRONMENT: "development",
    FULMAR_DEPENDENTS_WAIT_MS: "0",
    ...environment,
  });
  const { core, close } = createCore({ database: served, configuration, logger: silent });
  const organizationId = newId("org");
  await database.prisma.organization.create({ data: { organization_id: organizationId, name: "Test" } });
  await database.prisma.wallet.create({
    data: { organization_id: organizationId, balance: "1000000", credit_limit: "0", currency: "USD" },
  });
  const { workspace_id } = await database.prisma.workspace.create({
    data: { organization_id: organizationId, name: "one" },
  });
  const userId = "user_test";
  await database.prisma.user.create({ data: { id: userId, name: "Test", email: "test@example.com" } });
  await database.prisma.member.create({
    data: { organization_id: organizationId, user_id: userId, role: "owner" },
  });
  const workspace = { id: workspace_id, name: "one", organizationId, organizationName: "Test" };
  const scopes = new Set(ALL_SCOPES);
  const caller = {
    type: "user",
    id: userId,
    name: "Test",
    role: "owner",
    organizationRole: "owner",
    organizationId,
    scopes,
    sessionId: null,
    expiresAt: null,
    allowedIpRanges: [],
    confined: false,
    strictScopes: false,
    guarding: null,
  } as const;
  const services: WorkerServices = createWorkerServices(workers, configuration);
  return {
    database,
    databaseUrl: url,
    workers,
    core,
    entry: { caller, workspace },
    services,
    async drop() {
      await Promise.all([close(), services.close()]);
      await Promise.all([served.close(), workers.close()]);
      await drop();
    },
  };
}

/**
 * One database per test file, and workers that stop with their test.
 * @param environment variables that differ from the defaults
 */
export function computeFixture(environment: Readonly<Record<string, string>> = {}) {
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  const workers: Worker[] = [];
  const fixture = {
    get world() {
      if (opened === undefined) throw new Error("The test database exists only while tests run.");
      return opened;
    },
    /**
     * Sends a request. `body` has the fields that are neither path nor query.
     * @returns the parsed answer
     */
    async send<Answer>(id: OperationId, params: Input = {}, body: Input = {}, query: Input = {}): Promise<Answer> {
      const { core, entry } = fixture.world;
      const envelope = {
        requestId: randomUUID(),
        sourceIp: undefined,
        idempotencyKey: randomUUID(),
        signal: new AbortController().signal,
      };
      const answer = await core.perform(operationById(id), entry, { params, query, body }, envelope);
      return JSON.parse(answer.body);
    },
    createVm: (name: string) =>
      fixture.send<Acceptance>("cloudVm.create", {}, { name, plan_id: "plan-nano", template_id: "debian-13" }),
    vm: (vm_id: string) => fixture.send<CloudVm>("cloudVm.get", { vm_id }),
    async instance(vmId: string) {
      const { compute } = await fixture.world.services.provider("simulated");
      return (await compute.findInstances([vmId], new AbortController().signal))[0];
    },
    work(): Worker {
      const { workers: database, services } = fixture.world;
      const worker = runWorker({ database, sagas, services, logger: silent });
      workers.push(worker);
      return worker;
    },
    /** Runs a reconciler once, optionally with replaced services. */
    async reconcile(name: string, services: Partial<WorkerServices> = {}): Promise<void> {
      const reconciler = reconcilers.find((candidate) => candidate.name === name);
      if (reconciler === undefined) throw new Error(`there is no reconciler ${name}`);
      await reconciler.run({ ...fixture.world.services, ...services }, new AbortController().signal);
    },
    /** Waits until an operation has ended, at most as long as a test may take. */
    ended: (operation_id: string) =>
      fixture.send<{ status: string; error_code: string | null; error_message: string | null }>(
        "operation.get",
        { operation_id },
        {},
        { wait: 60 },
      ),
    /** A running VM. */
    async runningVm(name: string): Promise<string> {
      const { vm_id, operation_id } = await fixture.createVm(name);
      const worker = workers.length === 0 ? fixture.work() : undefined;
      const outcome = await ending(fixture.world.database, operation_id);
      if (outcome !== "succeeded") throw new Error(`the VM ${name} ${outcome}`);
      await worker?.stop();
      if (worker !== undefined) workers.splice(workers.indexOf(worker), 1);
      return vm_id;
    },
  };
  beforeAll(async () => {
    opened = await open(environment);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop({ graceMs: 0 })));
  });
  afterAll(async () => {
    await opened?.drop();
  });
  return fixture;
}

/** The refusal of a request. @throws Error when it was not refused */
export async function refusalOf(request: Promise<unknown>): Promise<DomainError> {
  try {
    await request;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error("the request was not refused");
}
