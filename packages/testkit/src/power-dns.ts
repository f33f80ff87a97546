import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { freePort } from "@fulmar/prisma/server";
import { vi } from "vitest";
import { ENVIRONMENT } from "./host-programs.ts";

const SCHEMA = "/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql";
const SERVER = "pdns_server";
const KEY = "key-of-the-api";
const READY_MS = 60_000;

/** Whether PowerDNS and its backend are installed. Tests that need it say that they are skipped. */
export function hasPowerDns(): boolean {
  return existsSync(SCHEMA) && spawnSync(SERVER, ["--version"], { env: ENVIRONMENT() }).error === undefined;
}

/** A PowerDNS on loopback, as docs/dns.md has it, with its zones in SQLite. */
export class PowerDns {
  readonly key = KEY;
  readonly #folder = mkdtempSync(join(tmpdir(), "fulmar-powerdns-"));
  readonly #web: number;
  readonly #port: number;
  #process: ChildProcess | undefined;

  private constructor(web: number, port: number) {
    this.#web = web;
    this.#port = port;
  }

  static async start(): Promise<PowerDns> {
    const server = new PowerDns(await freePort(), await freePort());
    const database = new DatabaseSync(server.#file);
    database.exec(readFileSync(SCHEMA, "utf8"));
    database.close();
    await server.startAgain();
    return server;
  }

  get #file(): string {
    return join(this.#folder, "pdns.sqlite3");
  }

  /** The URL of its API. */
  get url(): string {
    return `http://127.0.0.1:${this.#web}`;
  }

  /** Where it answers, as `address:port`. */
  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  get port(): number {
    return this.#port;
  }

  /** What asks this server alone. */
  get resolver(): Resolver {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    resolver.setServers([this.address]);
    return resolver;
  }

  /** Asks its API about zones. @throws Error when it refuses */
  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${this.url}/api/v1/servers/localhost/zones${path}`, {
      ...{ method, headers: { "x-api-key": KEY, "content-type": "application/json" } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Ends it and keeps its zones. */
  async stop(): Promise<void> {
    const ended = this.#process;
    this.#process = undefined;
    if (ended === undefined) return;
    const gone = once(ended, "exit");
    ended.kill();
    await gone;
  }

  /** Starts it after it was stopped, and waits until it answers. */
  async startAgain(): Promise<void> {
    this.#process = spawn(
      SERVER,
      [
        ...[
          "--config-dir=/nonexistent",
          "--launch=gsqlite3",
          `--gsqlite3-database=${this.#file}`,
          "--gsqlite3-dnssec=yes",
        ],
        ...[`--socket-dir=${this.#folder}`, "--daemon=no", "--guardian=no"],
        ...["--api=yes", `--api-key=${KEY}`, "--webserver=yes", `--webserver-port=${this.#web}`],
        ...["--local-address=127.0.0.1", `--local-port=${this.#port}`],
        // A change is answered as soon as it is there.
        ...["--cache-ttl=0", "--query-cache-ttl=0", "--negquery-cache-ttl=0", "--zone-cache-refresh-interval=0"],
      ],
      { stdio: "ignore", env: ENVIRONMENT() },
    );
    await vi.waitFor(() => this.ask("GET", ""), { timeout: READY_MS });
  }

  /** Ends it for good. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
