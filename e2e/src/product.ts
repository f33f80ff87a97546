import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";

/** The ports and the data folder of the product under test. */
export interface Product {
  readonly apiPort: number;
  readonly consolePort: number;
  readonly objectStorePort: number;
  readonly metricsPort: number;
  readonly dataDir: string;
}

/** The credentials that the development seed writes. */
export interface DevelopmentCredentials {
  readonly api_url: string;
  readonly console_url: string;
  readonly email: string;
  readonly password: string;
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

/** The installations under test: one per Playwright worker, so that parallel tests do not affect each other. */
export function productsUnderTest(): readonly Product[] {
  return JSON.parse(process.env.FULMAR_E2E ?? "[]");
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
  };
  return { ...ports, ...own, FULMAR_LOG_LEVEL: "warn" };
}

export function readCredentials(dataDir: string): DevelopmentCredentials {
  return JSON.parse(readFileSync(join(dataDir, "dev-credentials.json"), "utf8"));
}

/**
 * Below the ephemeral ports of operating systems: one of those could be taken by an outgoing connection before the
 * product starts.
 */
const PORTS = { from: 20_000, count: 12_000 };

const given = new Set<number>();

async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + randomInt(PORTS.count);
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

/** Runs a function on an installation's own database, for setups that no request can arrange. */
export async function inDatabase<Result>(
  dataDir: string,
  work: (database: Client) => Promise<Result>,
): Promise<Result> {
  const { port, password } = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
  const database = new Client({ host: "127.0.0.1", port, user: "fulmar", database: "fulmar", password });
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}
