import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { PROCESS_ROLES } from "@fulmar/prisma";
import { answers, freePort } from "@fulmar/prisma/server";
import { processUrl, serverUrl } from "./test-database.ts";

const READY_MS = 30_000;
/** The version from which PgBouncer keeps prepared statements in transaction mode. */
const KEEPS_STATEMENTS = 1.21;

/** Where PgBouncer is. Undefined: it is not installed, and tests say that they are skipped. */
export function pgBouncerPath(): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/sbin"];
  return folders.map((folder) => join(folder, "pgbouncer")).find((path) => existsSync(path));
}

/** A PgBouncer in transaction mode before the test server, as deploy/etc/pgbouncer.ini has it, on few connections. */
export class PgBouncer {
  /** Such as 1.25. */
  readonly version: number;
  readonly #program: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "fulmar-pgbouncer-"));
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(program: string, port: number) {
    this.#program = program;
    this.#port = port;
    const said = spawnSync(program, ["--version"], { encoding: "utf8" }).stdout;
    this.version = Number(/^PgBouncer (\d+\.\d+)/.exec(said)?.[1]);
  }

  /**
   * Starts it.
   * @param connections the most that it opens for a login and a database
   * @throws Error when it is not installed
   */
  static async start({ connections = 8 }: { readonly connections?: number } = {}): Promise<PgBouncer> {
    const program = pgBouncerPath();
    if (program === undefined) throw new Error("PgBouncer is not installed.");
    const pooler = new PgBouncer(program, await freePort());
    pooler.#configure(connections);
    await pooler.startAgain();
    return pooler;
  }

  /** Whether it keeps prepared statements, so that their names hold. */
  get keepsStatements(): boolean {
    return this.version >= KEEPS_STATEMENTS;
  }

  /** The URL that leads through it. */
  through(url: string): string {
    const pooled = new URL(url);
    pooled.port = String(this.#port);
    return pooled.href;
  }

  /** Ends it at once, with all connections, as a crash does. */
  async kill(): Promise<void> {
    const ended = this.#process;
    this.#process = undefined;
    if (ended === undefined) return;
    const gone = once(ended, "exit");
    ended.kill("SIGKILL");
    await gone;
  }

  /** Starts it after it was killed, and waits until it answers. */
  async startAgain(): Promise<void> {
    const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
    const child = spawn(this.#program, ["-q", ...user, join(this.#folder, "pgbouncer.ini")], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (text) => {
      said += String(text);
    });
    this.#process = child;
    for (const end = Date.now() + READY_MS; !(await answers(this.#port)); await delay(20))
      if (child.exitCode !== null || Date.now() > end) throw new Error(`PgBouncer did not start:\n${said}`);
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true });
  }

  #configure(connections: number): void {
    const server = new URL(serverUrl());
    const users = [server.href, ...PROCESS_ROLES.map((role) => processUrl(server.href, role))].map((url) => {
      const { username, password } = new URL(url);
      return `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`;
    });
    const statements = this.keepsStatements ? "max_prepared_statements = 1000\n" : "";
    const files = {
      "users.txt": users.join(""),
      "pgbouncer.ini": `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${this.#port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(this.#folder, "users.txt")}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 1000
log_connections = 0
log_disconnections = 0
${statements}`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.#folder, name), text);
    chmodSync(this.#folder, 0o755);
  }
}
