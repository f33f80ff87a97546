// Shared by the engine's tests: a database, operations in it, and a saga that records its calls.
import { randomUUID } from "node:crypto";
import { createTestDatabase } from "@fulmar/testkit";
import { afterAll, afterEach, beforeAll } from "vitest";
import { defineSaga, type JsonValue, type Saga, type Step, type StepContext, type StepResult } from "./saga.ts";
import { silent } from "./testing.ts";
import { runWorker, type Worker } from "./worker.ts";

export const WORKSPACE = 7n;

export interface AcceptOptions {
  readonly input?: JsonValue;
  readonly deadlineMs?: number;
  readonly workspaceId?: bigint;
}

export interface StepRow {
  readonly name: string;
  readonly status: string;
  readonly attempt: number;
  readonly output: JsonValue;
  readonly error: string | null;
}

/** One database per test file, and workers that stop with their test. */
export function engineFixture() {
  let opened: Awaited<ReturnType<typeof createTestDatabase>> | undefined;
  const workers: Worker[] = [];
  const fixture = {
    get database() {
      if (opened === undefined) throw new Error("The test database exists only while tests run.");
      return opened.database;
    },
    get url() {
      if (opened === undefined) throw new Error("The test database exists only while tests run.");
      return opened.url;
    },
    /** Accepts an operation as core does, with the row and its notification in one commit. */
    async accept(
      saga: Saga,
      { input = {}, deadlineMs = 60_000, workspaceId = WORKSPACE }: AcceptOptions = {},
    ): Promise<string> {
      const id = `op_${randomUUID()}`;
      await fixture.database.pool.query(
        `WITH accepted AS (
           INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, input,
                                  deadline_at)
           VALUES ($1, $2, 'vm_1', 'cloud_vm', 'create', $3, $4, now() + $5::float8 * interval '1 millisecond'))
         SELECT pg_notify('fulmar_operation', $1)`,
        [id, workspaceId, saga.name, JSON.stringify(input), deadlineMs],
      );
      return id;
    },
    /** A workspace of a new organization. */
    async workspace(): Promise<bigint> {
      const organization_id = `org_${randomUUID()}`;
      const { prisma } = fixture.database;
      await prisma.organization.create({ data: { organization_id, name: "Test" } });
      return (await prisma.workspace.create({ data: { organization_id, name: "one" } })).workspace_id;
    },
    work(...sagas: readonly Saga[]): Worker {
      const worker = runWorker({ database: fixture.database, sagas, services: {}, logger: silent });
      workers.push(worker);
      return worker;
    },
    operation: (id: string) => fixture.database.prisma.operation.findUniqueOrThrow({ where: { operation_id: id } }),
    async steps(id: string): Promise<StepRow[]> {
      const { rows } = await fixture.database.pool.query<StepRow>(
        "SELECT name, status, attempt, output, error FROM operation_step WHERE operation_id = $1 ORDER BY position",
        [id],
      );
      return rows;
    },
    /** Waits until the operation has the status. */
    async reaches(id: string, status: string): Promise<void> {
      await eventually(async () => (await fixture.operation(id)).status === status);
    },
  };
  beforeAll(async () => {
    opened = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop({ graceMs: 0 })));
  });
  afterAll(async () => {
    await opened?.drop();
  });
  return fixture;
}

/** Polls until the condition holds. The test's time-out is the limit. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

export type Behaviour = (context: StepContext) => Promise<StepResult | undefined> | Promise<void>;

/**
 * A saga whose steps write `do <name>` and `undo <name>` to the journal and otherwise behave as given. The name is
 * random, so that a worker of another test never claims its operations.
 */
export function journalSaga(
  journal: string[],
  steps: Readonly<Record<string, Behaviour | Partial<Step>>>,
  rest: Pick<Saga, "settle"> = {},
): Saga {
  return defineSaga({
    ...rest,
    name: `saga-${randomUUID().replaceAll("-", "")}`.replace(/^saga-/, "saga-x"),
    steps: Object.entries(steps).map(([name, behaviour]): Step => {
      const step = typeof behaviour === "function" ? { do: behaviour } : behaviour;
      return {
        ...step,
        name,
        async do(context) {
          journal.push(`do ${name}`);
          return (await step.do?.(context)) ?? undefined;
        },
        async undo(context) {
          journal.push(`undo ${name}`);
          await step.undo?.(context);
        },
      };
    }),
  });
}

export const nothing: Behaviour = async () => undefined;

/** An error with the properties that the engine reads. */
export function failure(message: string, marks: { retryable?: true; outward?: true; code?: string } = {}): Error {
  return Object.assign(new Error(message), marks);
}
