import { EventEmitter } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { type Database, openDatabase } from "@fulmar/prisma";
import { copyTestDatabase, createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { run, type Surroundings } from "./run.ts";

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string>>;

export interface Cli {
  readonly database: Database;
  /** The owner's URL of the database. */
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The environment of every command. It has nothing else of that of the tests. */
  readonly env: Variables;
  /**
   * Runs the command in the process of the tests.
   * @param env is added to the environment of every command
   * @param around replaces what a command has by default: no person at a terminal, and no signals
   */
  readonly fulmar: (
    args: readonly string[],
    env?: Variables,
    around?: Partial<Pick<Surroundings, "input" | "signals">>,
  ) => Promise<Outcome>;
  /** Runs the command with --json. It must succeed. */
  readonly answer: (args: readonly string[], env?: Variables) => Promise<Record<string, unknown>>;
}

/**
 * The command line on a database and a data folder for the test file, or for each test.
 * @param seeded whether `seed` has run there
 */
export function cliFixture({ seeded = false, each = false } = {}): () => Cli {
  let first: OpenCli | undefined;
  let current: OpenCli | undefined;
  beforeAll(async () => {
    first = openCli(await createTestDatabase(), newFolder());
    if (seeded) await first.answer(["seed"]);
    if (!each) current = first;
  });
  afterAll(() => first?.close());
  if (each) {
    beforeEach(async () => {
      current = first && (await copyOf(first));
    });
    afterEach(() => current?.close());
  }
  return () => {
    if (current === undefined) throw new Error("there is no command line before the tests begin");
    return current;
  };
}

interface OpenCli extends Cli {
  close(): Promise<void>;
}

function openCli({ url, database, drop }: TestDatabase, dataDir: string): OpenCli {
  const { PATH = "" } = process.env;
  const common = { PATH, DATABASE_URL: url, FULMAR_DATA_DIR: dataDir };
  const fulmar: Cli["fulmar"] = async (args, env = {}, around = {}) => {
    const [out, err] = [new Written(), new Written()];
    const alone = { input: Readable.from([]), signals: new EventEmitter() };
    const code = await run(args, { ...alone, ...around, out, err, env: { ...common, ...env } });
    return { code, stdout: out.text, stderr: err.text };
  };
  return {
    database,
    databaseUrl: url,
    dataDir,
    env: common,
    fulmar,
    async answer(args, env) {
      const { code, stdout, stderr } = await fulmar([...args, "--json"], env);
      if (code !== 0) throw new Error(`fulmar ${args.join(" ")} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout) as Record<string, unknown>;
    },
    async close() {
      await drop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function copyOf({ databaseUrl, dataDir }: Cli): Promise<OpenCli> {
  const { url, drop } = await copyTestDatabase(databaseUrl);
  const database = openDatabase(url);
  const folder = newFolder();
  cpSync(dataDir, folder, { recursive: true });
  const close = async () => {
    await database.close();
    await drop();
  };
  return openCli({ url, database, drop: close }, folder);
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "fulmar-cli-"));
}

/** Keeps what is written to it. */
class Written extends Writable {
  text = "";

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
