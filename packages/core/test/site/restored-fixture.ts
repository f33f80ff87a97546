// A database and the simulated site apart from each other, so that one can be restored or copied while the other
// continues.
import { randomUUID } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import { ALL_SCOPES, type OperationId, operationById } from "@fulmar/contract";
import { runWorker, type Worker } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { type Database, openDatabase } from "@fulmar/prisma";
import { copyTestDatabase, createTestDatabase } from "@fulmar/testkit";
import { createCore } from "../../src/index.ts";
import { seedPlatform } from "../../src/operator.ts";
import { createWorkerServices, reconcilers, sagas } from "../../src/worker.ts";
import type { Input } from "../compute-fixture.ts";

const ORGANIZATION = "org_restored";

/** The processes of one installation, on one database and one site. */
export class Installation {
  readonly database: Database;
  readonly configuration;
  readonly services;
  readonly #core;
  readonly #workspaceId: bigint;
  readonly #workers: Worker[] = [];

  private constructor(database: Database, url: string, siteUrl: string, workspaceId: bigint) {
    this.database = database;
    this.configuration = loadConfiguration({
      DATABASE_URL: url,
      FULMAR_SIMULATED_SITE_URL: siteUrl,
      FULMAR_DEPENDENTS_WAIT_MS: "0",
    });
    this.services = createWorkerServices(database, this.configuration);
    this.#core = createCore({ database, configuration: this.configuration, logger: silent });
    this.#workspaceId = workspaceId;
  }

  static async open(url: string, siteUrl: string): Promise<Installation> {
    const database = openDatabase(url);
    const { workspace_id } = await database.prisma.workspace.findFirstOrThrow();
    return new Installation(database, url, siteUrl, workspace_id);
  }

  async send<Answer>(id: OperationId, params: Input = {}, body: Input = {}, query: Input = {}): Promise<Answer> {
    const workspace = { id: this.#workspaceId, name: "one", organizationId: ORGANIZATION, organizationName: "Test" };
    const caller = {
      type: "user",
      id: "user_test",
      role: "owner",
      organizationRole: "owner",
      name: "Test",
      organizationId: ORGANIZATION,
      scopes: new Set(ALL_SCOPES),
      sessionId: null,
      expiresAt: null,
      allowedIpRanges: [],
      confined: false,
      strictScopes: false,
      guarding: null,
    } as const;
    const envelope = {
      requestId: randomUUID(),
      sourceIp: undefined,
      idempotencyKey: randomUUID(),
      signal: new AbortController().signal,
    };
    const answer = await this.#core.core.perform(
      operationById(id),
      { caller, workspace },
      { params, query, body },
      envelope,
    );
    return JSON.parse(answer.body);
  }

  async act(id: OperationId, params: Input = {}, body: Input = {}) {
    const accepted = await this.send<{ operation_id: string; vm_id: string }>(id, params, body);
    const { operation_id } = accepted;
    return {
      ...accepted,
      ...(await this.send<{ status: string; error_code: string | null }>(
        "operation.get",
        { operation_id },
        {},
        { wait: 60 },
      )),
    };
  }

  async runningVm(name: string): Promise<string> {
    const { vm_id, status } = await this.act(
      "cloudVm.create",
      {},
      { name, plan_id: "plan-nano", template_id: "debian-13" },
    );
    if (status !== "succeeded") throw new Error(`the VM ${name} ${status}`);
    return vm_id;
  }

  work(): void {
    this.#workers.push(runWorker({ database: this.database, sagas, services: this.services, logger: silent }));
  }

  /**
   * Runs each named reconciler once.
   * @returns the error of each
   */
  async reconcile(...names: readonly string[]): Promise<unknown[]> {
    const thrown: unknown[] = [];
    for (const name of names) {
      const reconciler = reconcilers.find((candidate) => candidate.name === name);
      if (reconciler === undefined) throw new Error(`there is no reconciler ${name}`);
      await reconciler.run(this.services, new AbortController().signal).catch((error: unknown) => thrown.push(error));
    }
    return thrown;
  }

  /** Runs every reconciler that changes or reads sites once. */
  reconcileAll(): Promise<unknown[]> {
    return this.reconcile(...reconcilers.map(({ name }) => name).filter((name) => name !== "follow-sites"));
  }

  async fence(): Promise<{ reason: string | null; epoch: bigint } | undefined> {
    const row = await this.database.prisma.siteFence.findUnique({ where: { provider: "simulated" } });
    return row === null ? undefined : { reason: row.reason, epoch: row.epoch };
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((worker) => worker.stop({ graceMs: 0 })));
    await this.services.close();
    await this.#core.close();
    await this.database.close();
  }
}

/** An installation with a separate site, and copies of its database. */
export async function restoredFixture() {
  const site = await createTestDatabase();
  const original = await createTestDatabase();
  await seedPlatform(original.database, { environment: "development" });
  await original.database.prisma.organization.create({ data: { organization_id: ORGANIZATION, name: "Test" } });
  await original.database.prisma.wallet.create({
    data: { organization_id: ORGANIZATION, balance: "1000000", credit_limit: "0", currency: "USD" },
  });
  await original.database.prisma.workspace.create({ data: { organization_id: ORGANIZATION, name: "one" } });
  await original.database.close();
  const copies: { drop(): Promise<void> }[] = [];
  return {
    site: site.database,
    open: () => Installation.open(original.url, site.url),
    /** Copies the database, which must have no connections. */
    async copy(): Promise<() => Promise<Installation>> {
      const copy = await copyTestDatabase(original.url);
      copies.push(copy);
      return () => Installation.open(copy.url, site.url);
    },
    /** Everything that the site has, as text. */
    async inventory(): Promise<string> {
      const tables = [
        "instance",
        "disk",
        "volume",
        "volume_attachment",
        "snapshot",
        "backup",
        "network_configuration",
        "load_balancer",
      ];
      const { rows } = await site.database.pool.query(
        tables
          .map((table) => `SELECT '${table}', to_jsonb(t)::text AS row FROM simulated.${table} t`)
          .join(" UNION ALL "),
      );
      return rows
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join("\n");
    },
    async drop() {
      await site.drop();
      await original.drop();
      for (const copy of copies) await copy.drop();
    },
  };
}
