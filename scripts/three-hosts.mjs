// `npm run three-hosts`: installs a release on three Debian hosts with a PostgreSQL cluster, and kills every part of it
// under load, then a host. Prints what failed meanwhile and for how long, and compares what was accepted with what is
// there.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hostImageWith } from "./debian-image.mjs";
import { Hosts } from "./deployed/host.mjs";
import { compare, endLoad, startLoad, tableOf, withoutQuotas } from "./deployed/load-on-host.mjs";
import { clusterPackages, downloadCluster, primaryOf, query, startCluster } from "./deployed/postgres-cluster.mjs";
import { customer, installRelease, joinEdge, trialSite } from "./deployed/product.mjs";
import { startLxd, whyNoLxd } from "./lxd.mjs";
import { phase } from "./progress.mjs";
import { release } from "./release.mjs";

const NETWORK = "10.83.0.0/24";
const FRONT = "10.83.0.10";
/** How long the load goes on after each loss. */
const WATCHED_MS = 30_000;

/** Returns undefined where the machine cannot run containers, after printing why. */
export async function threeHosts() {
  const reason = await whyNoLxd();
  if (reason !== undefined) return skip(reason);
  const into = mkdtempSync(join(tmpdir(), "fulmar-release-"));
  try {
    await release(["--version", "drill-1", "--into", into]);
    const archive = join(into, `fulmar-drill-1-${process.platform}-${process.arch}.tar.gz`);
    const cluster = await phase("Patroni, PostgreSQL 18", downloadCluster);
    const image = await phase("Debian image", () => hostImageWith("cluster", clusterPackages));
    const lxd = await phase("LXD server", startLxd).catch((error) => ({ reason: error.message }));
    if (lxd.reason !== undefined) return skip(lxd.reason);
    const hosts = new Hosts(lxd);
    try {
      await hosts.importImage(image);
      await hosts.makeNetwork(NETWORK);
      return await drill(hosts, archive, cluster);
    } finally {
      await hosts.remove().catch((error) => console.error(error.message));
      await phase("LXD server stopped", lxd.stop);
    }
  } finally {
    rmSync(into, { recursive: true });
  }
}

function skip(reason) {
  process.stderr.write(`  – Skipped: three hosts. ${reason}\n`);
  return undefined;
}

async function drill(hosts, archive, cluster) {
  const [front, ...members] = await phase("Four Debians", () =>
    Promise.all(
      ["front", "host-1", "host-2", "host-3"].map(async (name, index) => {
        const address = index === 0 ? FRONT : `10.83.0.${10 + index}`;
        return { host: await hosts.start(name, address), address };
      }),
    ),
  );
  const [one, two, three] = members;
  const ownerUrl = await phase("PostgreSQL cluster", () => startCluster(members, cluster));
  await phase("Installed", () => install(members, archive, ownerUrl));
  await phase("Front", () => startFront(front.host, archive, [one, two]));
  await withoutQuotas(one.host);
  const site = await phase("A simulated site", () => trialSite(one.host));
  const { token, workspace } = await phase("An organization, a token", () => customer(one.host));
  await phase("Two edges", async () => {
    await joinEdge(two.host, { site, name: "edge-1", apiUrl: `http://${FRONT}:4000`, operator: one.host });
    await joinEdge(three.host, { site, name: "edge-2", apiUrl: `http://${FRONT}:4000`, operator: one.host });
  });
  await startLoad(front.host, {
    ...{ token, workspace, node: "/opt/fulmar/bin/node" },
    ...{ api: `http://${FRONT}:4000`, web: `http://${FRONT}:3000` },
  });
  await delay(10_000);
  const losses = [];
  const lose = (what, how) =>
    phase(what, async () => {
      losses.push({ what, at: Date.now() });
      await how();
      await delay(WATCHED_MS);
    });
  for (const { host } of [one, two])
    for (const name of ["api", "worker", "console"])
      await lose(`${name} of ${host.name}: kill -9`, () => kill(host, `fulmar-${name}`));
  for (const { host } of [two, three]) await lose(`edge of ${host.name}: kill -9`, () => kill(host, "fulmar-edge"));
  const primary = await primaryOf(members);
  await lose(`primary on ${primary.host.name}: kill -9`, () =>
    primary.host.sh("kill -9 $(head -1 /var/lib/postgresql/data/postmaster.pid)"),
  );
  const { host: last } = await primaryOf(members);
  await lose(`${last.name}, with the primary: power lost`, () => last.lose());
  await phase(`${last.name} is back`, async () => {
    await last.powerOn();
    await last.until("systemctl is-active -q fulmar-worker", "its worker");
  });
  await delay(5_000);
  const load = await endLoad(front.host);
  process.stdout.write(tableOf("Lost", losses, load.requests));
  const same = await compare(one.host, load, query);
  process.stdout.write(await one.host.run("fulmar", "admin", "doctor").catch((error) => error.message));
  return same ? 0 : 1;
}

async function install([one, ...others], archive, ownerUrl) {
  await installRelease(
    one.host,
    archive,
    { FULMAR_OWNER_URL: ownerUrl },
    "--processes api,worker,console,object-store",
  );
  // The same settings and keys everywhere, and the addresses that others reach.
  await one.host.sh(`
    cd /etc/fulmar
    sed -i -e 's|^FULMAR_PUBLIC_API_URL=.*|FULMAR_PUBLIC_API_URL=http://${FRONT}:4000|' \\
      -e 's|^FULMAR_PUBLIC_CONSOLE_URL=.*|FULMAR_PUBLIC_CONSOLE_URL=http://${FRONT}:3000|' \\
      -e 's|^FULMAR_TRUSTED_PROXIES=.*|FULMAR_TRUSTED_PROXIES=${FRONT}|' fulmar.env
    echo FULMAR_HOST=0.0.0.0 >>fulmar.env
    tar cf /root/settings.tar -C / etc/fulmar`);
  const settings = join(mkdtempSync(join(tmpdir(), "fulmar-settings-")), "settings.tar");
  await one.host.pull("/root/settings.tar", settings);
  await listenEverywhere(one.host);
  await one.host.run("systemctl", "restart", "fulmar-api", "fulmar-console", "fulmar-worker");
  for (const { host } of others) {
    await host.push(settings, "/root/settings.tar");
    await host.sh("tar xf /root/settings.tar -C /");
    await listenEverywhere(host);
    const processes = host.name === "host-2" ? "api,worker,console" : "worker";
    await installRelease(host, archive, {}, `--processes ${processes} --no-migrate`);
  }
}

/** The socket of the API listens for the front too. */
function listenEverywhere(host) {
  return host
    .write(
      "/etc/systemd/system/fulmar-api.socket.d/address.conf",
      "[Socket]\nListenStream=\nListenStream=0.0.0.0:4000\n",
    )
    .then(() =>
      host.sh("systemctl daemon-reload; systemctl stop fulmar-api.service fulmar-api.socket 2>/dev/null || true"),
    );
}

/** A proxy before two APIs and two consoles, which asks each whether it is ready. */
async function startFront(host, archive, servers) {
  const backend = (name, port, check) => `
listen ${name}
  bind :${port}
  option httpchk GET ${check}
  http-check expect rstatus ^[23]
${servers.map(({ host: { name: server }, address }) => `  server ${server} ${address}:${port} check`).join("\n")}
`;
  await host.write(
    "/etc/haproxy/haproxy.cfg",
    `defaults
  mode http
  option forwardfor
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout queue 20s
  retries 3
  option redispatch 1
  retry-on conn-failure
  default-server inter 500ms fall 2 rise 1
${backend("api", 4000, "/readyz")}${backend("console", 3000, "/sign-in").replace("GET /sign-in", `GET /sign-in\n  http-check send meth GET uri /sign-in hdr Host ${FRONT}:3000`)}`,
  );
  await host.push(archive, "/root/release.tar.gz");
  await host.sh(
    "mkdir -p /opt/fulmar && tar xzf /root/release.tar.gz -C /opt/fulmar --strip-components=1 --wildcards " +
      "'*/bin/node' && systemctl restart haproxy",
  );
  await host.until(
    `/opt/fulmar/bin/node -e 'Promise.all(["4000/readyz", "3000/sign-in"].map((path) => ` +
      `fetch("http://${FRONT}:" + path).then(({ status }) => { if (status >= 400) throw new ` +
      "Error(String(status)); }))).catch((error) => { console.error(error); process.exit(1); })'",
    "API and console behind the front",
  );
}

async function kill(host, unit) {
  const pid = (await host.run("systemctl", "show", "-p", "MainPID", "--value", `${unit}.service`)).trim();
  await host.run("kill", "-9", pid);
}
