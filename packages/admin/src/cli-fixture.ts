import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@fulmar/prisma";
import { createTestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll } from "vitest";

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Cli {
  readonly database: Database;
  /** The owner's URL of the database. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Runs the command in its own process, as a person does. */
  readonly fulmar: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Outcome>;
  /** Runs the command with --json. It must succeed. */
  readonly answer: (
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<Record<string, unknown>>;
}

/** The command line on a database and a data folder for the test file. */
export function cliFixture(): () => Cli {
  let cli: (Cli & { drop(): Promise<void> }) | undefined;
  beforeAll(async () => {
    cli = await openCli();
  });
  afterAll(() => cli?.drop());
  return () => {
    if (cli === undefined) throw new Error("there is no command line before the tests begin");
    return cli;
  };
}

async function openCli(): Promise<Cli & { drop(): Promise<void> }> {
  const { url, database, drop } = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "fulmar-cli-"));
  const fulmar: Cli["fulmar"] = (args, env = {}) =>
    new Promise((resolve) => {
      const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
      const options = { env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url, FULMAR_DATA_DIR: dataDir, ...env } };
      execFile(process.execPath, [join(import.meta.dirname, "main.ts"), ...args], options, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, stdout, stderr });
      });
    });
  return {
    database,
    databaseUrl: url,
    dataDir,
    fulmar,
    async answer(args, env) {
      const { code, stdout, stderr } = await fulmar([...args, "--json"], env);
      if (code !== 0) throw new Error(`fulmar ${args.join(" ")} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout) as Record<string, unknown>;
    },
    async drop() {
      await drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
