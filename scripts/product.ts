import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../prisma/tools/free-port.ts";

/** What the development seed writes to dev-credentials.json. */
export interface Credentials {
  readonly api_url: string;
  readonly console_url: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly workspace_id: string;
  readonly organization_id: string;
}

export interface Product {
  readonly credentials: Credentials;
  readonly dataDir: string;
  /** All that it wrote so far, progress and logs. */
  output(): string;
  /** Stops it with SIGTERM, deletes its data and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the whole product as `npm start` does, on free ports and a data folder of its own; throws with its output when it ends before it is ready. */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "fulmar-product-"));
  chmodSync(dataDir, 0o711); // started by root, PostgreSQL runs as another user, who has to get through
  const { DATABASE_URL: _, npm_lifecycle_event: __, ...inherited } = process.env;
  const ports = { API_PORT: String(await freePort()), CONSOLE_PORT: String(await freePort()) };
  const child = spawn(process.execPath, [join(import.meta.dirname, "run.mjs"), "start"], {
    env: { ...inherited, ...ports, FULMAR_DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ready = new Promise<true>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data) => {
        output += String(data);
        if (output.includes("Fulmar is ready")) resolve(true);
      });
    }
  });
  if ((await Promise.race([ready, ended])) !== true) {
    rmSync(dataDir, { recursive: true });
    throw new Error(`The product ended before it was ready:\n${output}`);
  }
  return {
    credentials: JSON.parse(readFileSync(join(dataDir, "dev-credentials.json"), "utf8")),
    dataDir,
    output: () => output,
    async stop() {
      child.kill("SIGTERM");
      const code = await ended;
      rmSync(dataDir, { recursive: true });
      return code;
    },
  };
}
