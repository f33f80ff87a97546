import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { release, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { kept } from "@fulmar/prisma/server";
import { ENVIRONMENT, programPath } from "./host-programs.ts";
import { type HostCertificates, makeCertificates } from "./libvirt-certificates.ts";
import { daemonSettings, linkAddresses, qemuSettings, startScript, TLS_PORT } from "./libvirt-settings.ts";
import { OVN_PACKAGES, OVN_PROGRAMS, OVN_READY, type OvnProgram, ovnScript } from "./ovn-programs.ts";

const run = promisify(execFile);

/** A host with libvirt and QEMU, in namespaces of its own: mounts, host name, network, processes. */
export interface LibvirtHost {
  readonly name: string;
  /** Its first process, as this machine numbers it. */
  readonly pid: number;
  /** The path of libvirtd's socket, as it is outside. */
  readonly socket: string;
  /** A folder that has the same path inside and outside. */
  readonly folder: string;
  /** libvirtd by mutual TLS, over a network of this machine and the host alone. */
  readonly tls: HostCertificates & { readonly host: string; readonly port: number };
  /** The address of this machine in that network. */
  readonly outside: string;
  /** OVN's northbound database, if it was started: by its socket, and by TLS at the same address. */
  readonly northbound: { readonly socket: string; readonly port: number };
  /** Runs a program on the host. @returns what it printed */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /**
   * Waits until OVN has brought what its northbound database wants to the switches. A wait whose beginning a switch has
   * missed does not end, and is begun again.
   */
  untilNetworksApplied(): Promise<void>;
  /** Takes the host out of all its networks, as a cable that is pulled. Its machines run on. */
  cutOff(): Promise<void>;
  /** Ends `cutOff`. */
  reconnect(): Promise<void>;
  /** Kills libvirtd, which starts again by itself. Machines run on. */
  killDaemon(): Promise<void>;
  /**
   * Ends a program of OVN, runs `meanwhile`, and starts the program again by the same command.
   * @param signal TERM as packages do when they are upgraded, or KILL
   */
  restart(program: OvnProgram, signal: "TERM" | "KILL", meanwhile?: () => Promise<void>): Promise<void>;
  /** Ends every process and deletes the folder. */
  stop(): Promise<void>;
}

const PROGRAMS = [
  "libvirtd",
  "virtlogd",
  "virsh",
  "qemu-system-x86_64",
  "qemu-img",
  "swtpm",
  "openssl",
  "unshare",
  "nsenter",
  "ip",
];
const PACKAGES =
  "libvirt-daemon-system libvirt-daemon-system-sysv libvirt-clients qemu-system-x86 qemu-utils ovmf swtpm swtpm-tools " +
  "openssl iproute2";
const READY_MS = 60_000;
export const NORTHBOUND_PORT = 6_641;

/** Why no host can be started on this machine, as a sentence. Undefined if one can. */
export function whyNoLibvirt({ ovn = false } = {}): string | undefined {
  if (process.platform !== "linux") return "libvirt's QEMU driver runs on Linux.";
  if (process.getuid?.() !== 0) return "Only root can start libvirt.";
  const missing = [...PROGRAMS, ...(ovn ? OVN_PROGRAMS : [])].filter((program) => programPath(program) === undefined);
  if (missing.length === 0) return undefined;
  const packages = ovn ? `${PACKAGES} ${OVN_PACKAGES}` : PACKAGES;
  return `libvirt${ovn ? " or OVN" : ""} is not installed (${missing.join(", ")}); on Debian: apt-get install --no-install-recommends ${packages}.`;
}

/**
 * Starts a host from the installed packages. Its machines are emulated, since nested machines do not run everywhere.
 * With OVN it is a chassis and has the databases, and its network `uplink` is one in which the host is 198.51.100.1.
 * Everything ends with this process, even after kill -9.
 * @throws Error with the last lines of the log
 */
export async function startLibvirtHost({ ovn = false, name = "kvm-host" } = {}): Promise<LibvirtHost> {
  return startHost(name, { ovn, first: undefined }, await knownCapabilities());
}

/**
 * Starts a first host and a second one, with certificates of one authority. They reach each other directly, and the second
 * one is a chassis of the first one's OVN. Folders of this machine are the same on both.
 */
export async function startTwoLibvirtHosts(): Promise<readonly [LibvirtHost, LibvirtHost]> {
  const capabilities = await knownCapabilities();
  const first = await startHost("kvm-host", { ovn: true, first: undefined }, capabilities);
  try {
    return [first, await startHost("kvm-host-2", { ovn: true, first }, capabilities)];
  } catch (error) {
    await first.stop();
    throw error;
  }
}

/**
 * What libvirt found out about this machine's QEMU, in a folder: it asks QEMU some twenty times, which takes seconds,
 * and believes what it has written down while both programs and the kernel stay the same.
 */
function knownCapabilities(): Promise<string> {
  const changed = ["libvirtd", "qemu-system-x86_64"].map((program) => statSync(programPath(program) ?? "/").ctimeMs);
  return kept("libvirt-capabilities", [release(), ...changed.map(String)], async (folder) => {
    const host = await startHost("asking", { ovn: false, first: undefined }, undefined);
    try {
      await host.run("virsh", "domcapabilities", "--machine", "q35");
      cpSync(join(host.folder, CAPABILITIES), folder, { recursive: true });
    } finally {
      await host.stop();
    }
  });
}

/** Within a host's folder. */
const CAPABILITIES = "cache/qemu/capabilities";

interface Surroundings {
  readonly ovn: boolean;
  /** The host that this one joins. */
  readonly first: NamespacedHost | undefined;
}

async function startHost(
  name: string,
  around: Surroundings,
  capabilities: string | undefined,
): Promise<NamespacedHost> {
  const host = new NamespacedHost(name, around, mkdtempSync(join(tmpdir(), "fulmar-libvirt-")));
  if (capabilities !== undefined) cpSync(capabilities, join(host.folder, CAPABILITIES), { recursive: true });
  try {
    await host.start();
    return host;
  } catch (error) {
    await host.stop();
    throw error;
  }
}

class NamespacedHost implements LibvirtHost {
  readonly folder: string;
  readonly socket: string;
  readonly name: string;
  readonly #around: Surroundings;
  readonly #link = `fmkv${randomBytes(4).toString("hex")}`;
  readonly #addresses = linkAddresses();
  #tls: LibvirtHost["tls"] | undefined;
  #namespaces: ChildProcess | undefined;
  #inside = 0;
  readonly #routes: (readonly [string, ...string[]])[] = [];

  constructor(name: string, around: Surroundings, folder: string) {
    this.name = name;
    this.#around = around;
    this.folder = folder;
    this.socket = join(folder, "run/libvirt-sock");
  }

  get pid(): number {
    return this.#inside;
  }

  get tls(): LibvirtHost["tls"] {
    if (this.#tls === undefined) throw new Error("the host has not started");
    return this.#tls;
  }

  get outside(): string {
    return this.#addresses[0];
  }

  get northbound(): LibvirtHost["northbound"] {
    return { socket: join(this.folder, "ovn/ovnnb_db.sock"), port: NORTHBOUND_PORT };
  }

  async start(): Promise<void> {
    const host = this.#addresses[1];
    const { ovn, first } = this.#around;
    const databases = first === undefined ? {} : { of: first.tls.host };
    const joined = first && { authority: join(first.folder, "pki") };
    const at = { name: this.name, host, ovn: ovn ? databases : undefined, ...joined };
    const { script, certificates } = await layOut(this.folder, at);
    this.#tls = { host, port: TLS_PORT, ...certificates };
    const namespaces = ["--mount", "--uts", "--net", "--pid", "--fork", "--kill-child=KILL", "--mount-proc"];
    const command = [...namespaces, "--propagation", "private", "bash", script];
    this.#namespaces = spawn("setpriv", ["--pdeathsig", "KILL", "unshare", ...command], {
      stdio: ["ignore", "ignore", "pipe"],
      env: ENVIRONMENT(),
    });
    let said = "";
    this.#namespaces.stderr?.on("data", (bytes: Buffer) => {
      said += bytes;
    });
    await this.#linkIt(() => said);
    if (first !== undefined) await this.#linkTo(first);
    await this.#untilAnswering(() => said);
  }

  async untilNetworksApplied(): Promise<void> {
    await this.run("sh", "-c", "until ovn-nbctl --timeout=10 --wait=hv sync; do :; done");
  }

  async run(program: string, ...args: readonly string[]): Promise<string> {
    const inside = ["-t", String(this.#inside), "-m", "-u", "-n", "-p", program, ...args];
    return (await run("nsenter", inside, { env: ENVIRONMENT(), maxBuffer: 2 ** 26 })).stdout;
  }

  async killDaemon(): Promise<void> {
    const pid = () => {
      const file = join(this.folder, "run/libvirtd.pid");
      return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
    };
    const killed = pid();
    await this.run("kill", "-9", killed);
    // The next one writes its own.
    for (; ["", killed].includes(pid()); await delay(20));
    await this.#untilAnswering(() => "");
  }

  async restart(
    program: OvnProgram,
    signal: "TERM" | "KILL",
    meanwhile: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    const pid = readFileSync(join(this.folder, `ovs/${program}.pid`), "utf8").trim();
    const [command = "", ...given] = (await this.run("cat", `/proc/${pid}/cmdline`)).split("\0").slice(0, -1);
    const restore = program === "vswitchd" ? await this.#addressesOfBridges() : [];
    await this.run("kill", `-${signal}`, pid);
    const ended = () =>
      this.run("kill", "-0", pid).then(
        () => false,
        () => true,
      );
    while (!(await ended())) await delay(20);
    await meanwhile();
    await this.run(command, ...given);
    for (const [bridge, ...commands] of restore) {
      for (const end = Date.now() + READY_MS; !(await this.#hasLink(bridge)); await delay(20))
        if (Date.now() > end) throw new Error(`The bridge ${bridge} did not appear.`);
      for (const line of commands) await this.run("ip", ...line.split(" "));
    }
  }

  /** Bridges of a switch in user space end with it: the commands that give them back what they have. */
  async #addressesOfBridges(): Promise<(readonly [string, ...string[]])[]> {
    const bridges = ["br-uplink", "br-phy"];
    const made = bridges.map(async (bridge) => {
      if (!(await this.#hasLink(bridge))) return undefined;
      const addresses = await this.run("ip", "-o", "-4", "address", "show", "dev", bridge);
      const routes = await this.run("ip", "-o", "-4", "route", "show", "dev", bridge);
      return [
        bridge,
        ...Array.from(addresses.matchAll(/inet (\S+)/g), ([, address]) => `address replace ${address} dev ${bridge}`),
        `link set ${bridge} up`,
        ...routes
          .split("\n")
          .filter((route) => route !== "" && !route.includes("proto kernel"))
          .map((route) => `route replace ${route.split(" ")[0]} dev ${bridge}`),
      ] as const;
    });
    return (await Promise.all(made)).filter((each) => each !== undefined);
  }

  #hasLink(name: string): Promise<boolean> {
    return this.run("ip", "link", "show", name).then(
      () => true,
      () => false,
    );
  }

  async stop(): Promise<void> {
    const namespaces = this.#namespaces;
    if (namespaces !== undefined && namespaces.exitCode === null && namespaces.signalCode === null) {
      namespaces.kill("SIGKILL");
      await once(namespaces, "exit");
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  async #untilAnswering(said: () => string): Promise<void> {
    for (const end = Date.now() + READY_MS; ; await delay(50)) {
      if (this.#namespaces?.exitCode !== null) throw new Error(`The host ended: ${said()}`);
      if ((await answers(this.socket)) && (!this.#around.ovn || existsSync(join(this.folder, OVN_READY)))) return;
      const log = join(this.folder, "log/libvirtd.log");
      if (Date.now() > end)
        throw new Error(`libvirtd does not answer.\n${said()}${existsSync(log) ? readFileSync(log, "utf8") : ""}`);
    }
  }

  /** The kernel removes the link with the host's network. */
  async #linkIt(said: () => string): Promise<void> {
    const parent = this.#namespaces?.pid;
    for (const end = Date.now() + READY_MS; !(this.#inside > 0); await delay(10)) {
      if (this.#namespaces?.exitCode !== null || Date.now() > end) throw new Error(`The host ended: ${said()}`);
      // setpriv has become unshare, which forks.
      this.#inside = Number(readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(" ")[0]);
    }
    const [own, other] = this.#addresses;
    const ip = (...args: readonly string[]) => run("ip", args, { env: ENVIRONMENT() });
    await ip("link", "add", this.#link, "type", "veth", "peer", "name", "eth0", "netns", String(this.#inside));
    await ip("address", "add", `${own}/30`, "dev", this.#link);
    await ip("link", "set", this.#link, "up");
    await this.run("ip", "address", "add", `${other}/30`, "dev", "eth0");
    await this.run("ip", "link", "set", "eth0", "up");
  }

  /** One network between the hosts is for their programs, by the addresses that they have, and one for OVN's tunnels. */
  async #linkTo(first: NamespacedHost): Promise<void> {
    const [here, there] = [String(this.#inside), String(first.#inside)];
    for (const name of ["eth1", "eth2"]) {
      const peer = ["peer", "name", name, "netns", there];
      await run("ip", ["link", "add", name, "netns", here, "type", "veth", ...peer], { env: ENVIRONMENT() });
    }
    for (const [host, own, other, tunnel] of [
      [first, first.tls.host, this.tls.host, FIRST_TUNNEL],
      [this, this.tls.host, first.tls.host, SECOND_TUNNEL],
    ] as const) {
      for (const name of ["eth1", "eth2"]) await host.run("ip", "link", "set", name, "up");
      const route = ["ip", "route", "replace", `${other}/32`, "dev", "eth1", "src", own] as const;
      host.#routes.push(route);
      await host.run(...route);
      // A datapath in user space sends tunnels by a bridge of its own.
      await host.#untilThere("ovs/vswitchd.pid");
      const bridge = ["add-br", "br-phy", "--", "set", "bridge", "br-phy", "datapath_type=netdev"];
      await host.run("ovs-vsctl", "-t", "20", ...bridge, "--", "add-port", "br-phy", "eth2");
      await host.run("ip", "address", "add", `${tunnel}/30`, "dev", "br-phy");
      await host.run("ip", "link", "set", "br-phy", "up");
      await host.run("ovs-vsctl", "-t", "20", "set", "open_vswitch", ".", `external-ids:ovn-encap-ip=${tunnel}`);
    }
  }

  async #untilThere(file: string): Promise<void> {
    for (const end = Date.now() + READY_MS; !existsSync(join(this.folder, file)); await delay(20))
      if (Date.now() > end) throw new Error(`${file} did not appear.`);
  }

  async cutOff(): Promise<void> {
    for (const link of LINKS) await this.run("ip", "link", "set", link, "down");
  }

  async reconnect(): Promise<void> {
    for (const link of LINKS) await this.run("ip", "link", "set", link, "up");
    // The kernel forgets a route with its link.
    for (const route of this.#routes) await this.run(...route);
  }
}

const LINKS = ["eth0", "eth1", "eth2"];
/** Within the namespaces of two hosts. */
const [FIRST_TUNNEL, SECOND_TUNNEL] = ["192.0.2.1", "192.0.2.2"];

interface Layout {
  readonly name: string;
  /** The address in its certificate. */
  readonly host: string;
  /** Whether it has OVN, and whose databases, where they are not its own. */
  readonly ovn: { readonly of?: string } | undefined;
  /** The folder of the authority that signs its certificate; without one, it has its own. */
  readonly authority?: string;
}

/** Writes what a host needs into its folder: certificates, settings, and the script that starts it. */
export async function layOut(
  folder: string,
  { name, host, ovn, authority }: Layout,
): Promise<{ readonly script: string; readonly certificates: HostCertificates }> {
  for (const part of ["etc", "var", "run", "log", "cache", "pki/vnc", "ovs", "ovn", "switch"])
    mkdirSync(join(folder, part), { recursive: true });
  cpSync("/etc/libvirt", join(folder, "etc"), { recursive: true });
  // The packages define a network of their own, which nothing here uses.
  rmSync(join(folder, "etc/qemu/networks"), { recursive: true, force: true });
  const certificates = await makeCertificates(join(folder, "pki"), host, authority);
  // QEMU wants other names for the same files.
  for (const [copy, file] of Object.entries({
    "ca-cert": "ca.crt",
    "server-cert": "server.crt",
    "server-key": "server.key",
  }))
    cpSync(join(folder, "pki", file), join(folder, "pki/vnc", `${copy}.pem`));
  writeFileSync(join(folder, "etc/libvirtd.conf"), daemonSettings(folder));
  writeFileSync(join(folder, "etc/qemu.conf"), qemuSettings(folder));
  const script = join(folder, "start.sh");
  const databases = ovn?.of === undefined ? { port: NORTHBOUND_PORT } : { of: ovn.of };
  writeFileSync(script, startScript(folder, name, ovn === undefined ? "" : ovnScript(folder, name, databases)));
  return { script, certificates };
}

async function answers(socket: string): Promise<boolean> {
  const connection = connect(socket);
  try {
    await once(connection, "connect");
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}
