import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { ALL_SCOPES } from "@fulmar/contract";
import { newId } from "@fulmar/core";
import { beginCell, createToken, seedPlatform } from "@fulmar/core/operator";
import { type Database, openDatabase } from "@fulmar/prisma";
import { freePort, type ThrowawayDatabase } from "@fulmar/prisma/server";
import { copyTestDatabase, createTestDatabase, processUrl, programEnvironment, serverUrl } from "@fulmar/testkit";

/** An API process with its base URL, which ends in /v1. */
export interface Service {
  readonly url: string;
  readonly child: ChildProcess;
}

/** A process that says how it fares at a URL. */
interface Measured {
  readonly metricsUrl: string;
}

export interface MeasuredWorker extends Measured {
  readonly child: ChildProcess;
}

/** How long a process may take to start. Drills start some under load, on shared machines, and do not measure this. */
const START_MS = 180_000;

/** The sources of this release. */
export const ROOT = join(import.meta.dirname, "../../..");

const MIGRATE = "packages/admin/src/main.ts";

interface Parts {
  /** The sources of its processes. */
  readonly root: string;
  readonly databaseUrl: string;
  readonly dropDatabase: () => Promise<void>;
  /** The database's own server. Undefined: that of tests. */
  readonly server: ThrowawayDatabase | undefined;
  /** The simulated site's database; undefined where it shares the installation's. */
  readonly site: { readonly url: string; readonly database: Database } | undefined;
  readonly dataDir: string;
  /** Variables of all processes. */
  readonly variables: Readonly<Record<string, string>>;
  readonly token: string;
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** An organization with a workspace, and a token that may do everything in it. */
export async function addOrganization(
  database: Database,
  {
    name,
    balance,
    environment,
    cell,
  }: {
    readonly name: string;
    readonly balance: string;
    readonly environment: "development" | "production";
    readonly cell?: string | undefined;
  },
): Promise<{ readonly organizationId: string; readonly workspaceId: string; readonly token: string }> {
  const organizationId = newId("org");
  const { prisma } = database;
  await prisma.organization.create({ data: { organization_id: organizationId, name } });
  await prisma.wallet.create({
    data: { organization_id: organizationId, balance, credit_limit: "0", currency: "USD" },
  });
  const workspace = await prisma.workspace.create({ data: { organization_id: organizationId, name: "bench" } });
  const { token } = await createToken(database, {
    ...{ organizationId, name: "bench", scopes: ALL_SCOPES, workspacePolicy: "entire_organization", workspaceIds: [] },
    ...{ expiresAt: null, environment, cell },
  });
  return { organizationId, workspaceId: String(workspace.workspace_id), token };
}

/** A test installation: a new database with one funded organization, and its processes. */
export class Product {
  readonly databaseUrl: string;
  readonly token: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly #parts: Parts;
  readonly #children = new Set<ChildProcess>();
  readonly #copies: Product[] = [];
  /** Cleans up what else belongs to it, besides its database. */
  readonly #leave: () => Promise<void>;
  #database: Database;

  private constructor(parts: Parts, leave: () => Promise<void>) {
    this.databaseUrl = parts.databaseUrl;
    this.token = parts.token;
    this.organizationId = parts.organizationId;
    this.workspaceId = parts.workspaceId;
    this.#parts = parts;
    this.#leave = leave;
    this.#database = openDatabase(parts.databaseUrl);
  }

  /**
   * @param ownSite gives the simulated site its own database, which is independent of the installation's
   * @param variables of all processes
   * @param server another server for its database than that of tests, which may be lost. It ends with the installation
   * @param cellNumber its workspaces have numbers of their own, as those of a further cell
   * @param environment one of production is empty: without an organization, a site, a plan and a price
   */
  static async install({
    ownSite = false,
    variables = {},
    server,
    cellNumber,
    environment = "development",
  }: {
    readonly ownSite?: boolean;
    readonly variables?: Readonly<Record<string, string>>;
    readonly server?: ThrowawayDatabase | undefined;
    readonly cellNumber?: number;
    readonly environment?: "development" | "production";
  } = {}): Promise<Product> {
    const made = await createTestDatabase(server && { server: server.url });
    const { url: databaseUrl, database } = made;
    const dropDatabase = server?.stop ?? made.drop;
    if (cellNumber !== undefined) await beginCell(database, cellNumber);
    const site = ownSite ? await createTestDatabase() : undefined;
    await keepCommits(databaseUrl, database);
    await seedPlatform(database, { environment });
    const named = { name: "Bench", balance: "1000000000", environment, cell: variables.FULMAR_CELL };
    const organization =
      environment === "development"
        ? await addOrganization(database, named)
        : { organizationId: "", workspaceId: "", token: "" };
    await database.close();
    const dataDir = mkdtempSync(join(tmpdir(), "fulmar-bench-"));
    return new Product(
      {
        ...{ root: ROOT, databaseUrl, dropDatabase, site, dataDir, variables, server, ...organization },
      },
      async () => {
        await site?.drop();
        rmSync(dataDir, { recursive: true });
      },
    );
  }

  /** Installs another release, by its own migrations. It is empty, as one of production. */
  static async ofRelease(root: string, variables: Readonly<Record<string, string>>): Promise<Product> {
    const url = new URL(serverUrl());
    const name = `fulmar_release_${randomBytes(8).toString("hex")}`;
    url.pathname = `/${name}`;
    const dropDatabase = async () => {
      const { pool, close } = openDatabase(serverUrl());
      await pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await close();
    };
    const dataDir = mkdtempSync(join(tmpdir(), "fulmar-bench-"));
    const none = { server: undefined, site: undefined, organizationId: "", workspaceId: "", token: "" };
    const product = new Product({ ...none, root, databaseUrl: url.href, dropDatabase, dataDir, variables }, async () =>
      rmSync(dataDir, { recursive: true }),
    );
    await product.migrate();
    await keepCommits(url.href, product.database);
    return product;
  }

  /** The same installation with the processes of another release. It ends with this one. */
  asRelease(root: string): Product {
    const other = new Product({ ...this.#parts, root, dropDatabase: async () => {} }, async () => {});
    this.#copies.push(other);
    return other;
  }

  /** Brings the database to its release, by the command for that. @returns the names of the migrations */
  async migrate(): Promise<readonly string[]> {
    const { stdout } = await promisify(execFile)(process.execPath, [join(this.root, MIGRATE), "migrate", "--json"], {
      env: { ...process.env, ...this.restoring },
    });
    return JSON.parse(stdout).migrations;
  }

  /**
   * Ends the processes and copies the database as it then is. The copy is an installation with the same site, secrets
   * and token. It serves as a backup while none of its processes runs, and as a restored database or a second
   * installation afterwards. It ends with this one.
   */
  async copy(): Promise<Product> {
    await this.endProcesses();
    await this.#database.close();
    const { url: databaseUrl, drop: dropDatabase } = await copyTestDatabase(this.databaseUrl);
    this.#database = openDatabase(this.databaseUrl);
    const copy = this.on(databaseUrl, dropDatabase);
    await keepCommits(databaseUrl, copy.database);
    return copy;
  }

  /** The installation on another database: with the same site, secrets and token. It ends with this one. */
  on(databaseUrl: string, dropDatabase: () => Promise<void>): Product {
    const other = new Product({ ...this.#parts, databaseUrl, dropDatabase }, async () => {});
    this.#copies.push(other);
    return other;
  }

  /** The sources of its processes. */
  get root(): string {
    return this.#parts.root;
  }

  get database(): Database {
    return this.#database;
  }

  /** The database of the simulated site. */
  get site(): Database {
    return this.#parts.site?.database ?? this.#database;
  }

  /** The URL of processes that answer requests. */
  get #served(): string {
    return processUrl(this.databaseUrl, "fulmar_request");
  }

  get #worked(): string {
    return processUrl(this.databaseUrl, "fulmar_worker");
  }

  /** The folder of the object store. */
  get objectFolder(): string {
    return join(this.#parts.dataDir, "objects");
  }

  /** Its database's own server. @throws Error when it has none */
  get server(): ThrowawayDatabase {
    if (this.#parts.server === undefined) throw new Error("the database has no server of its own");
    return this.#parts.server;
  }

  /** The folder of its secret and its master keys. */
  get dataDir(): string {
    return this.#parts.dataDir;
  }

  /** The environment of a command that restores its database, and lets its processes log in. */
  get restoring(): Readonly<Record<string, string>> {
    const urls = { FULMAR_OWNER_URL: this.databaseUrl, DATABASE_URL: this.#served, FULMAR_WORKER_URL: this.#worked };
    return { ...this.environment, ...urls };
  }

  /** The environment of the operator's commands, who is the owner, and of its processes but for DATABASE_URL. */
  get environment(): Readonly<Record<string, string>> {
    const { site, dataDir, variables } = this.#parts;
    return {
      DATABASE_URL: this.databaseUrl,
      ...(site !== undefined && { FULMAR_SIMULATED_SITE_URL: site.url }),
      FULMAR_DATA_DIR: dataDir,
      FULMAR_RATE_LIMIT: "1000000",
      FULMAR_RATE_BURST: "1000000",
      FULMAR_OBJECT_RATE_LIMIT: "1000000",
      FULMAR_OBJECT_RATE_BURST: "1000000",
      ...variables,
    };
  }

  /** Starts an API process and waits until it is ready. */
  async startService(environment: Readonly<Record<string, string>> = {}): Promise<Service & Measured> {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const ports = { API_PORT: String(port), API_METRICS_PORT: String(metricsPort) };
    const child = this.#spawn("apps/api/src/main.ts", { DATABASE_URL: this.#served, ...environment, ...ports });
    const url = `http://127.0.0.1:${port}`;
    await until(
      async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200,
      "the API to be ready",
      START_MS,
    );
    return { url: `${url}/v1`, child, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
  }

  /** Starts an API process that runs until the end. @returns its base URL, ending in /v1 */
  async startApi(): Promise<string> {
    return (await this.startService()).url;
  }

  /** Starts the bare reference server. @returns its base URL */
  async startBareServer(): Promise<string> {
    const port = await freePort();
    this.#spawn("packages/bench/src/bare-server.ts", { API_PORT: String(port) });
    const url = `http://127.0.0.1:${port}`;
    await until(async () => (await fetch(url).catch(() => null)) !== null, "the bare server to be ready");
    return url;
  }

  /** Builds the console if it has changed, starts it and waits until it answers. @returns its base URL */
  async startConsole(): Promise<string> {
    const build = spawn(process.execPath, [join(ROOT, "scripts/run.mjs"), "build"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [code] = await once(build, "exit");
    if (code !== 0) throw new Error("the console could not be built");
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    this.#spawn("apps/console/src/main.ts", { CONSOLE_PORT: String(port), DATABASE_URL: this.#served });
    await until(async () => (await fetch(`${url}/sign-in`).catch(() => null))?.status === 200, "the console to answer");
    return url;
  }

  /** Starts an object store that runs until the end. @returns its URL */
  async startObjectStore(givenPort?: number): Promise<string> {
    const port = givenPort === undefined ? {} : { OBJECT_STORE_PORT: String(givenPort) };
    return (await this.startStoreProcess(port)).url;
  }

  /** Starts an object store and waits until it is ready. */
  async startStoreProcess(environment: Readonly<Record<string, string>> = {}): Promise<Service> {
    const { OBJECT_STORE_PORT: port = await freePort() } = environment;
    const url = `http://127.0.0.1:${port}`;
    const child = this.#spawn(
      "apps/object-store/src/main.ts",
      { DATABASE_URL: this.#served, OBJECT_STORE_PORT: String(port), FULMAR_LOG_LEVEL: "error", ...environment },
      process.stderr,
    );
    await until(
      async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200,
      "the object store to be ready",
      START_MS,
    );
    return { url, child };
  }

  startWorker(environment: Readonly<Record<string, string>> = {}): ChildProcess {
    return this.#spawn("apps/worker/src/main.ts", { DATABASE_URL: this.#worked, ...environment });
  }

  /** Starts a worker with metrics, and waits until it has them. @param given the URL of one that has ended */
  async startMeasuredWorker(given?: string): Promise<MeasuredWorker> {
    const metricsUrl = given ?? `http://127.0.0.1:${await freePort()}/metrics`;
    const child = this.startWorker({ WORKER_METRICS_PORT: new URL(metricsUrl).port });
    await until(async () => (await fetch(metricsUrl).catch(() => null))?.status === 200, "the worker", START_MS);
    return { child, metricsUrl };
  }

  /**
   * Starts a worker whose errors are shown: the REST API only says that a site refused, and the reason is in the
   * worker's log.
   */
  startTalkingWorker(): ChildProcess {
    return this.#spawn(
      "apps/worker/src/main.ts",
      { DATABASE_URL: this.#worked, FULMAR_LOG_LEVEL: "error" },
      process.stderr,
    );
  }

  /** Starts the agent of an edge. */
  startEdge(environment: Readonly<Record<string, string>>): ChildProcess {
    return this.#spawn("apps/edge/src/main.ts", { FULMAR_LOG_LEVEL: "error", ...environment }, process.stderr);
  }

  /** Ends all its processes, gracefully unless the signal is another. */
  async endProcesses(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    await Promise.all(
      [...this.#children]
        .filter((child) => child.exitCode === null && child.signalCode === null)
        .map((child) => endOf(child, signal)),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.#copies.map((copy) => copy.stop()));
    await this.endProcesses();
    await this.#database.close();
    await this.#parts.dropDatabase();
    await this.#leave();
  }

  #spawn(script: string, environment: Record<string, string>, log?: NodeJS.WriteStream): ChildProcess {
    return this.#start([join(this.root, script)], environment, log);
  }

  #start(
    args: readonly string[],
    environment: Record<string, string>,
    log: NodeJS.WriteStream | "ignore" = "ignore",
  ): ChildProcess {
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", log, "inherit"],
      env: { ...process.env, ...programEnvironment(), ...this.environment, NODE_ENV: "production", ...environment },
    });
    this.#children.add(child);
    child.once("exit", () => this.#children.delete(child));
    return child;
  }
}

/**
 * Turns synchronous commits on: test servers acknowledge commits before they are written, which must not affect
 * results.
 */
async function keepCommits(url: string, { pool }: Database): Promise<void> {
  await pool.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = on`);
}

/** Ends a process and waits for its exit. */
export async function endOf(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

/** Polls until the condition holds. @throws Error after a minute, or the given time */
export async function until(condition: () => Promise<boolean>, what: string, withinMs = 60_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited ${withinMs / 1000} s in vain for ${what}`);
    await sleep(20);
  }
}

/** Loads a module of an installation's release, whose packages are its own. */
export async function codeOf<Module>({ root }: Product, file: string): Promise<Module> {
  return await import(join(root, file));
}
