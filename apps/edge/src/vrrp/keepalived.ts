import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { VrrpConfiguration } from "@fulmar/config";
import { readIfThere, replaceFile } from "../replace-file.ts";

const run = promisify(execFile);
/** Lets servers listen on addresses that the other edge has now. */
const NONLOCAL_BIND = "/proc/sys/net/ipv4/ip_nonlocal_bind";
/** The others take over when they have heard nothing for three times as long, and a bit. */
const ADVERTISED_SECONDS = 0.3;
const SETTLED_MS = 5_000;
const LOOK_MS = 20;

/** Whether keepalived is installed. */
export async function hasKeepalived(): Promise<boolean> {
  return run("keepalived", ["--version"]).then(
    () => true,
    () => false,
  );
}

/**
 * The keepalived of this host (VRRP version 3, RFC 5798), which has the load balancers' addresses while this edge is
 * the active one. It is no child of the agent's: it goes on when the agent ends, and the next agent takes it over.
 */
export class Keepalived {
  readonly #vrrp: VrrpConfiguration;
  readonly #configuration: string;
  readonly #pid: string;
  readonly #folder: string;

  /** @param folder of its own */
  constructor(folder: string, vrrp: VrrpConfiguration) {
    this.#vrrp = vrrp;
    this.#folder = folder;
    this.#configuration = join(folder, "keepalived.conf");
    this.#pid = join(folder, "keepalived.pid");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(NONLOCAL_BIND, "1");
  }

  /**
   * Gives the active edge these addresses, and no others. Returns when they are on this host, if it is the active one.
   * @throws Error when keepalived refuses the configuration, or does not do it
   */
  async serve(addresses: readonly string[]): Promise<void> {
    const text = configurationOf(this.#vrrp, addresses);
    const pid = this.#running();
    if (pid !== undefined && readIfThere(this.#configuration) === text) return;
    const checked = join(this.#folder, "keepalived.next.conf");
    replaceFile(checked, text);
    await run("keepalived", ["-t", "-f", checked]);
    replaceFile(this.#configuration, text);
    if (pid === undefined)
      await run("keepalived", ["-P", "-f", this.#configuration, "-p", this.#pid, "-r", `${this.#pid}.vrrp`]);
    else process.kill(pid, "SIGHUP");
    for (const until = performance.now() + SETTLED_MS; !this.#isSettled(addresses); await pause(LOOK_MS))
      if (performance.now() > until) throw new Error("keepalived does not bring the addresses to this host.");
  }

  /** Whether this host has the addresses, or is not the active one. */
  #isSettled(addresses: readonly string[]): boolean {
    const own = new Set(Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)));
    return !own.has(markOf(this.#vrrp)) || addresses.every((address) => own.has(address));
  }

  /** The process id may be another process's by now. */
  #running(): number | undefined {
    const pid = Number(readIfThere(this.#pid) ?? 0);
    return pid > 0 && readIfThere(`/proc/${pid}/cmdline`)?.includes(this.#configuration) ? pid : undefined;
  }
}

/** An address that the active edge has in any case: VRRP needs one that never changes. */
function markOf({ routerId }: VrrpConfiguration): string {
  return `169.254.0.${routerId}`;
}

/** The edge that is active stays so when another one comes back. */
function configurationOf(vrrp: VrrpConfiguration, addresses: readonly string[]): string {
  const lines = (all: readonly string[]) => all.map((line) => `    ${line}\n`).join("");
  const moving = addresses.map((address) => `${address}/32 dev ${vrrp.device}`);
  return `global_defs {
  router_id fulmar
  vrrp_version 3
}
vrrp_instance fulmar {
  state BACKUP
  nopreempt
  interface ${vrrp.device}
  virtual_router_id ${vrrp.routerId}
  priority ${vrrp.priority}
  advert_int ${ADVERTISED_SECONDS}
  unicast_peer {
${lines(vrrp.peers)}  }
  virtual_ipaddress {
    ${markOf(vrrp)}/32 dev lo scope link
  }
${moving.length === 0 ? "" : `  virtual_ipaddress_excluded {\n${lines(moving)}  }\n`}}
`;
}
