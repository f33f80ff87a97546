import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** A Ceph cluster of one monitor, one manager, one disk and one gateway, in a temporary folder. */
export interface Ceph {
  /** The gateway, for S3 and for its Admin Ops API. */
  readonly endpoint: string;
  /** The key of a user with all capabilities that the control plane needs. */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly folder: string;
  /** The address of its monitor in the first form of Ceph's protocol, which every client speaks. */
  readonly monitor: string;
  /** Runs one of Ceph's own commands on the cluster. @returns what it printed */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /** Ends every process and deletes the folder. */
  stop(): Promise<void>;
}

const PROGRAMS = [
  "ceph-mon",
  "ceph-mgr",
  "ceph-osd",
  "radosgw",
  "radosgw-admin",
  "ceph",
  "ceph-authtool",
  "monmaptool",
];
const PACKAGES = "ceph-mon ceph-mgr ceph-osd radosgw ceph-common";
const READY_MS = 180_000;
const LOOPBACK = "127.0.0.1";
/** The capabilities of the control plane's user, besides S3. */
export const ADMIN_CAPS = "users=*;buckets=*;metadata=read;usage=read";

/** Why no cluster can be started on this machine, as a sentence. Undefined if one can. */
export function whyNoCeph(): string | undefined {
  if (process.platform !== "linux") return "Ceph runs on Linux.";
  const missing = PROGRAMS.filter((program) => programPath(program) === undefined);
  if (missing.length === 0) return undefined;
  return `Ceph is not installed (${missing.join(", ")}); on Debian: apt-get install --no-install-recommends ${PACKAGES}.`;
}

/**
 * Starts a cluster from the installed packages, in about twenty seconds. Its processes end with this one.
 * @param options.port of the gateway; 0 chooses a free one
 * @param options.address of this machine, by which the cluster but for its gateway is reached
 * @throws Error with the last lines of the program that failed
 */
export async function startCeph({
  port = 0,
  address = LOOPBACK,
}: {
  readonly port?: number;
  readonly address?: string;
} = {}): Promise<Ceph> {
  const folder = mkdtempSync(join(tmpdir(), "fulmar-ceph-"));
  const cluster = new Cluster(folder, { port: port === 0 ? await freePort() : port, address });
  try {
    await cluster.start();
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

class Cluster implements Ceph {
  readonly endpoint: string;
  readonly accessKeyId = `ADMIN${randomBytes(8).toString("hex").toUpperCase()}`;
  readonly secretAccessKey = randomBytes(20).toString("hex");
  readonly folder: string;
  readonly #port: number;
  readonly #address: string;
  #monitor: string | undefined;
  readonly #configuration: string;
  readonly #daemons: ChildProcess[] = [];

  constructor(folder: string, { port, address }: { readonly port: number; readonly address: string }) {
    this.folder = folder;
    this.#port = port;
    this.#address = address;
    this.endpoint = `http://127.0.0.1:${port}`;
    this.#configuration = join(folder, "ceph.conf");
  }

  get monitor(): string {
    if (this.#monitor === undefined) throw new Error("the cluster has not started");
    return this.#monitor;
  }

  async start(): Promise<void> {
    const [id, v2, v1] = [randomUUID(), await freePort(), await freePort()];
    const monitor = `[v2:${this.#address}:${v2},v1:${this.#address}:${v1}]`;
    this.#monitor = `${this.#address}:${v1}`;
    for (const name of ["mon", "mgr", "osd", "rgw", "run", "log"]) mkdirSync(join(this.folder, name));
    writeFileSync(
      this.#configuration,
      configurationOf(this.folder, { id, monitor, port: this.#port, address: this.#address }),
    );
    await this.#makeKeys();
    const map = join(this.folder, "monmap");
    await this.#run("monmaptool", "--create", "--fsid", id, "--addv", "a", monitor, map);
    await this.#run("ceph-mon", ...this.#of("a"), "--mkfs", "--monmap", map, "--keyring", join(this.folder, "keyring"));
    this.#spawn("ceph-mon", "-i", "a");
    this.#spawn("ceph-mgr", "-i", "x");
    const disk = randomUUID();
    await this.run("ceph", "osd", "new", disk, "0");
    await this.#run("ceph-osd", ...this.#of("0"), "--mkfs", "--osd-uuid", disk);
    this.#spawn("ceph-osd", "-i", "0");
    const keys = [`--access-key=${this.accessKeyId}`, `--secret-key=${this.secretAccessKey}`, `--caps=${ADMIN_CAPS}`];
    const user = ["--uid=fulmar-control-plane", "--display-name=Fulmar"];
    await this.run("radosgw-admin", "user", "create", ...user, ...keys);
    this.#spawn("radosgw", "-n", "client.rgw.a");
    await this.#untilAnswering();
  }

  run(program: string, ...args: readonly string[]): Promise<string> {
    return this.#run(program, "-c", this.#configuration, ...args);
  }

  async stop(): Promise<void> {
    // The folder is deleted, so nothing has to be written. A gateway that may finish takes seven seconds.
    await Promise.all(
      this.#daemons.map(async (daemon) => {
        if (daemon.exitCode !== null || daemon.signalCode !== null) return;
        daemon.kill("SIGKILL");
        await once(daemon, "exit");
      }),
    );
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #makeKeys(): Promise<void> {
    const keyring = join(this.folder, "keyring");
    writeFileSync(keyring, "");
    const entities = {
      "mon.": { mon: "allow *" },
      "client.admin": { mon: "allow *", osd: "allow *", mgr: "allow *" },
      "client.rgw.a": { mon: "allow rw", osd: "allow rwx", mgr: "allow rw" },
      "mgr.x": { mon: "allow profile mgr", osd: "allow *" },
      "osd.0": { mon: "allow profile osd", mgr: "allow profile osd", osd: "allow *" },
    };
    for (const [name, caps] of Object.entries(entities)) {
      const options = Object.entries(caps).flatMap(([part, cap]) => ["--cap", part, cap]);
      await this.#run("ceph-authtool", keyring, "--gen-key", "-n", name, ...options);
    }
  }

  #of(id: string): string[] {
    return ["-c", this.#configuration, "-i", id];
  }

  /** Starts a daemon in the foreground. `setpriv` ends it with this process, even after kill -9. */
  #spawn(program: string, ...args: string[]): void {
    const command = [programPath(program) ?? program, "-c", this.#configuration, ...args, "-f"];
    const [first = program, ...rest] =
      programPath("setpriv") === undefined ? command : ["setpriv", "--pdeathsig", "KILL", ...command];
    const log = createWriteStream(join(this.folder, "log", `${program}.out`));
    const daemon = spawn(first, rest, { stdio: ["ignore", "pipe", "pipe"] });
    daemon.stdout.pipe(log, { end: false });
    daemon.stderr.pipe(log, { end: false });
    this.#daemons.push(daemon);
  }

  async #run(program: string, ...args: readonly string[]): Promise<string> {
    const child = spawn(programPath(program) ?? program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      timeout: READY_MS,
    });
    const said: Record<"stdout" | "stderr", string> = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const)
      child[stream].on("data", (text: Buffer) => {
        said[stream] += text;
      });
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`${program} ended with ${code}:\n${said.stdout}${said.stderr}`.slice(-2_000));
    return said.stdout;
  }

  async #untilAnswering(): Promise<void> {
    for (const end = Date.now() + READY_MS; ; await delay(100)) {
      const ended = this.#daemons.find(({ exitCode }) => exitCode !== null);
      if (ended !== undefined) throw new Error(`${ended.spawnargs.join(" ")} ended with ${ended.exitCode}.`);
      if (await answers(this.endpoint)) return;
      if (Date.now() > end) throw new Error(`The gateway does not answer at ${this.endpoint}.`);
    }
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

function programPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the system gave no port");
  return address.port;
}

/**
 * One copy of everything, usage and quotas without delay, nothing that needs a second host. Keys of clients (SSE-C) are
 * taken without TLS, because the gateway listens on this machine alone.
 */
function configurationOf(
  folder: string,
  {
    id,
    monitor,
    port,
    address,
  }: { readonly id: string; readonly monitor: string; readonly port: number; readonly address: string },
): string {
  return `[global]
fsid = ${id}
mon host = ${monitor}
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
auth allow insecure global id reclaim = false
public addr = ${address}
cluster addr = ${address}
ms bind ipv6 = false
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
pid file = ${folder}/run/$name.pid
log file = ${folder}/log/$name.log
keyring = ${folder}/keyring
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
mon max pg per osd = 1000
mon pg warn min per osd = 0
mon data avail warn = 2
mon data avail crit = 1
[mon]
mon data = ${folder}/mon
mon cluster log file = ${folder}/log/cluster.log
[mgr]
mgr data = ${folder}/mgr
mgr initial modules =
[osd]
osd data = ${folder}/osd
osd objectstore = bluestore
bluestore block size = 10737418240
bluestore block create = true
bluestore cache autotune = false
bluestore cache size = 134217728
osd memory target = 939524096
[client]
rgw data = ${folder}/rgw
rgw frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1
rgw enable usage log = true
rgw usage log flush threshold = 1
rgw usage log tick interval = 1
rgw thread pool size = 64
rgw bucket quota ttl = 0
rgw lc debug interval = 10
rgw crypt require ssl = false
rgw enable static website = true
`;
}
