import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@fulmar/testkit";
import { type HostCertificates, makeCertificates } from "@fulmar/testkit/host-certificates";

const PATH = `${process.env.PATH ?? ""}:/usr/sbin:/sbin`;
const READY_MS = 20_000;

/** Why no database server can be started here, as a sentence. Undefined if one can. */
export function whyNoOvsdb(): string | undefined {
  const missing = ["ovsdb-server", "ovsdb-tool", "openssl"].filter((name) => pathOf(name) === undefined);
  if (missing.length === 0) return undefined;
  return `ovsdb-server is missing (${missing.join(", ")}); on Debian: apt-get install openvswitch-common openvswitch-switch.`;
}

/** The daemons are in the system's folders, which may be missing in a user's PATH. */
function pathOf(name: string): string | undefined {
  return PATH.split(":")
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** A person has a name that nobody else has, tags, notes and a friend. */
const SCHEMA = {
  name: "People",
  version: "1.0.0",
  tables: {
    Person: {
      columns: {
        name: { type: "string" },
        tags: { type: { key: "string", min: 0, max: "unlimited" } },
        notes: { type: { key: "string", value: "string", min: 0, max: "unlimited" } },
        friend: { type: { key: { type: "uuid", refTable: "Person", refType: "weak" }, min: 0, max: 1 } },
        age: { type: "integer" },
      },
      indexes: [["name"]],
      isRoot: true,
    },
  },
};

export interface DatabaseServer {
  readonly path: string;
  readonly tcp: number;
  readonly ssl: number;
  readonly certificates: HostCertificates;
  /** Lets it hear nothing, or hear again. */
  hold(held: boolean): void;
  stop(): Promise<void>;
}

/** Starts a server with the database `People`, by its socket, TCP and TLS with client certificates. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-ovsdb-"));
  const at = (file: string) => join(folder, file);
  const certificates = await makeCertificates(folder, "127.0.0.1");
  writeFileSync(at("schema.json"), JSON.stringify(SCHEMA));
  execFileSync(pathOf("ovsdb-tool") ?? "", ["create", at("people.db"), at("schema.json")]);
  const [tcp, ssl] = [await freePort(), await freePort()];
  const server = spawn(
    pathOf("ovsdb-server") ?? "",
    [
      at("people.db"),
      `--remote=punix:${at("socket")}`,
      `--remote=ptcp:${tcp}:127.0.0.1`,
      `--remote=pssl:${ssl}:127.0.0.1`,
      ...["private-key=server.key", "certificate=server.crt", "ca-cert=ca.crt"].map((option) => {
        const [name, file = ""] = option.split("=");
        return `--${name}=${at(file)}`;
      }),
      "--unixctl=none",
      "--no-chdir",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  server.stderr.on("data", (bytes: Buffer) => {
    said += bytes;
  });
  for (const end = Date.now() + READY_MS; !existsSync(at("socket")); await delay(20)) {
    if (server.exitCode !== null || Date.now() > end) throw new Error(`ovsdb-server does not start: ${said}`);
  }
  return {
    path: at("socket"),
    tcp,
    ssl,
    certificates,
    hold: (held) => server.kill(held ? "SIGSTOP" : "SIGCONT"),
    stop: () => stopServer(server, folder),
  };
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
}
