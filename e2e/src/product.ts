import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";

/** The ports and the data folder of an installation. */
export interface Product {
  readonly apiPort: number;
  readonly consolePort: number;
  readonly objectStorePort: number;
  readonly metricsPort: number;
  readonly dataDir: string;
}

/** How to use the product as the owner of an organization. The development seed writes the same for its own. */
export interface Credentials {
  readonly api_url: string;
  readonly console_url: string;
  readonly email: string;
  readonly password: string;
  /** A token with every scope for the entire organization. */
  readonly token: string;
  readonly workspace_id: string;
  readonly organization_id: string;
}

/** Picks free ports and a new data folder. */
export async function newProduct(): Promise<Product> {
  const [apiPort, consolePort, objectStorePort, metricsPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  return { apiPort, consolePort, objectStorePort, metricsPort, dataDir: mkdtempSync(join(tmpdir(), "fulmar-e2e-")) };
}

/** The installation under test. All tests use it at the same time, each in an organization of its own. */
export function productUnderTest(): Product {
  const named = process.env.FULMAR_E2E;
  if (named === undefined) throw new Error("FULMAR_E2E names no installation; playwright.config.ts sets it.");
  return JSON.parse(named);
}

/** The console's address for browsers. */
export function consoleUrlOf({ consolePort }: Product): string {
  return `http://127.0.0.1:${consolePort}`;
}

/**
 * The environment for its start. With an empty DATABASE_URL it runs its own database. Its load balancers are simulated,
 * because tests let them fail.
 */
export function environmentOf(product: Product): Record<string, string> {
  const { apiPort, consolePort, objectStorePort, metricsPort, dataDir } = product;
  const ports = {
    API_PORT: String(apiPort),
    CONSOLE_PORT: String(consolePort),
    OBJECT_STORE_PORT: String(objectStorePort),
    API_METRICS_PORT: String(metricsPort),
  };
  const own = {
    ...{ FULMAR_DATA_DIR: dataDir, DATABASE_URL: "", FULMAR_LAPTOP_EDGE: "off" },
    // Receivers of webhooks are on this machine.
    FULMAR_WEBHOOK_PRIVATE_TARGETS: "allow",
    // Hosts of the simulated sites are off as soon as they are offline.
    FULMAR_FENCE_HOOK: "/bin/true",
  };
  return { ...ports, ...own, FULMAR_LOG_LEVEL: "warn" };
}

/** How to use an installation as its development account, the owner of the organization that the seed made. */
export function developmentCredentials({ dataDir }: Product): Credentials {
  return JSON.parse(readFileSync(join(dataDir, "dev-credentials.json"), "utf8"));
}

/**
 * Below the ephemeral ports of operating systems: one of those could be taken by an outgoing connection before the
 * product starts. The runner and each worker pick from a range of their own, because a port is free until then.
 */
const PORTS = { from: 20_000, ofEach: 3_000 };

const given = new Set<number>();

async function freePort(): Promise<number> {
  const range = Number(process.env.TEST_PARALLEL_INDEX ?? -1) + 1;
  for (;;) {
    const port = PORTS.from + range * PORTS.ofEach + randomInt(PORTS.ofEach);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Connects to an installation's own database, for setups that no request can arrange. */
export async function openDatabase({ dataDir }: Product): Promise<Client> {
  const { port, password } = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
  const database = new Client({ host: "127.0.0.1", port, user: "fulmar", database: "fulmar", password });
  await database.connect();
  return database;
}
