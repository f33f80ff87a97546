// `npm run deployed`: installs an earlier release on a Debian of its own, upgrades it to this one under load, goes
// back and upgrades again, then kills its processes, backs it up and restores that.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hostImage } from "./debian-image.mjs";
import { earlierRelease } from "./deployed/earlier-release.mjs";
import { Hosts } from "./deployed/host.mjs";
import { compare, endLoad, startLoad, tableOf, withoutQuotas } from "./deployed/load-on-host.mjs";
import { customer, folderOf, installRelease, joinEdge, trialSite } from "./deployed/product.mjs";
import { startLxd, whyNoLxd } from "./lxd.mjs";
import { phase } from "./progress.mjs";
import { release } from "./release.mjs";

const PROCESSES = ["object-store", "worker", "api", "console", "edge"];
const API = "http://127.0.0.1:4000";
/** Requests wait in the sockets of systemd while a process starts, which takes long on a busy machine. */
const TIMEOUT_MS = 120_000;
const PROGRAMS = "/opt/postgresql-client";

/**
 * Prints what it found. Returns undefined where the machine cannot run it, after printing why.
 * @param args `--from` names the commit of the earlier release; without it, the commit before the newest migration
 */
export async function deployed(args) {
  const [option, commit, ...others] = args;
  if ((option !== undefined && (option !== "--from" || commit === undefined)) || others.length > 0)
    throw new Error("npm run deployed takes --from COMMIT and nothing else.");
  const reason = await whyNoLxd();
  if (reason !== undefined) return skip(reason);
  const into = mkdtempSync(join(tmpdir(), "fulmar-release-"));
  try {
    const earlier = await earlierRelease(commit);
    await release(["--version", "drill", "--into", into]);
    const { clientPrograms } = await import("../prisma/tools/index.ts");
    const programs = await phase("PostgreSQL's programs", clientPrograms);
    if (programs.reason !== undefined) return skip(programs.reason);
    const image = await phase("Debian image", hostImage);
    const lxd = await phase("LXD server", startLxd).catch((error) => ({ reason: error.message }));
    if (lxd.reason !== undefined) return skip(lxd.reason);
    const hosts = new Hosts(lxd);
    try {
      await hosts.importImage(image);
      const host = await phase("Debian with systemd", () => hosts.start("host"));
      // The folder of the wheel, whose programs find their libraries beside it.
      await host.copy(join(programs.bin, "../../.."), PROGRAMS);
      return await drill(host, earlier, join(into, `fulmar-drill-${process.platform}-${process.arch}.tar.gz`));
    } finally {
      await hosts.remove().catch((error) => console.error(error.message));
      await phase("LXD server stopped", lxd.stop);
    }
  } finally {
    rmSync(into, { recursive: true });
  }
}

function skip(reason) {
  process.stderr.write(`  – Skipped: the installation on a Debian of its own. ${reason}\n`);
  return undefined;
}

/** Returns the exit code. */
async function drill(host, earlier, current) {
  const ownerUrl = await phase("PostgreSQL 18", () => host.installPostgres());
  await phase(`Installed ${folderOf(earlier)}`, () => installRelease(host, earlier, { FULMAR_OWNER_URL: ownerUrl }));
  await host.sh(`/root/${folderOf(earlier)}/deploy/install.sh | grep -c 'runs already' | grep -qx 4`);
  found("installing again", "changes nothing");
  // Before there is a workspace, which gets the quotas of that time.
  await withoutQuotas(host);
  const site = await phase("A simulated site", () => trialSite(host));
  const { token, workspace } = await phase("An organization, a token", () => customer(host));
  await phase("Edge", () => joinEdge(host, { site }));
  await phase("A VM by REST", () => makeVm(host, { token, workspace, name: "before" }));
  const query = queryAs(ownerUrl);
  const kept = await exchanged(host, { token, workspace, earlier, current, query });
  const operation = await phase("A VM by REST", () => makeVm(host, { token, workspace, name: "after" }));
  for (const name of PROCESSES) found(`fulmar-${name}`, await exposure(host, name));
  for (const name of PROCESSES) found(`fulmar-${name} after kill -9`, await killed(host, name));
  found("backup", await phase("Backed up and restored", () => backedUp(host, query)));
  process.stdout.write(await host.run("fulmar", "admin", "why", operation));
  await examined(host);
  for (const name of PROCESSES) found(`fulmar-${name} stopped`, await stopped(host, name));
  return kept ? 0 : 1;
}

/** The command that asks the database, from the host. It prints a line for each row. */
function queryAs(ownerUrl) {
  return (sql, database = "fulmar") =>
    `${PROGRAMS}/embedded_postgres/pginstall/bin/psql ${ownerUrl.replace(/[^/]*$/, database)} -AtX -c "${sql}"`;
}

/**
 * Upgrades, goes back on the migrated database, and upgrades again, under load.
 * @returns whether no request failed, but those of the console while it had no socket, and every accepted VM runs once
 */
async function exchanged(host, { token, workspace, earlier, current, query }) {
  const [old, next] = [earlier, current].map((archive) => folderOf(archive).split("-")[1]);
  const installer = (version) => `/opt/fulmar/releases/${version}/deploy/install.sh`;
  const migrations = () => host.sh(query("select count(*) from _prisma_migrations")).then(Number);
  const before = await migrations();
  await startLoad(host, {
    ...{ token, workspace, node: `/opt/fulmar/releases/${old}/bin/node`, timeoutMs: TIMEOUT_MS },
    ...{ api: API, web: "http://127.0.0.1:3000" },
    more: {
      "API, new connections": `${API}/v1/compute/cloud-vms?workspace_id=${workspace}&limit=20`,
      "object store": "http://127.0.0.1:4001/healthz",
    },
  });
  await delay(10_000);
  const parts = [];
  const exchange = (what, version, how) =>
    phase(what, async () => {
      parts.push({ what, at: Date.now() });
      await how();
      for (const name of PROCESSES)
        await host.sh(
          `readlink /proc/$(systemctl show -p MainPID --value fulmar-${name}.service)/cwd | grep -qx ` +
            `/opt/fulmar/releases/${version}`,
        );
      await delay(10_000);
    });
  await exchange(`${old} → this one`, next, () => installRelease(host, current));
  found("migrations", `${(await migrations()) - before} were applied while the earlier release ran`);
  await exchange("back, on the migrated database", old, () => host.sh(`${installer(old)} --no-migrate`));
  await exchange("to this one again", next, () => host.sh(installer(next)));
  await exchange("the console gets its socket", next, () =>
    host.sh(
      "systemctl stop fulmar-console && systemctl enable -q --now fulmar-console.socket && systemctl start fulmar-console",
    ),
  );
  await exchange("the console restarted, with its socket", next, () =>
    host.run("systemctl", "restart", "fulmar-console"),
  );
  const { at: socketSince } = parts.at(-1);
  const load = await phase("Load ended", () => endLoad(host));
  process.stdout.write(tableOf("Exchanged under load", parts, load.requests));
  const failed = load.requests.filter(
    ({ kind, failure, at }) => failure !== undefined && (kind !== "console" || at >= socketSince),
  );
  return (await compare(host, load, query)) && failed.length === 0;
}

/** Takes a backup by the installed release, and restores it into another database of the server. */
async function backedUp(host, query) {
  const bin = `${PROGRAMS}/embedded_postgres/pginstall/bin`;
  const counted = "select (select count(*) from vm), (select count(*) from _prisma_migrations)";
  await host.sh(`
    echo 'a passphrase of the drill' >/root/passphrase
    FULMAR_POSTGRES_BIN=${bin} fulmar admin backup --to /root/backup --passphrase-file /root/passphrase
    other() { sed -n "s|^$1=\\(.*\\)/fulmar$|\\1/restored|p" /etc/fulmar/$2; }
    export FULMAR_OWNER_URL=$(other FULMAR_OWNER_URL owner.env) FULMAR_WORKER_URL=$(other FULMAR_WORKER_URL owner.env)
    export DATABASE_URL=$(other DATABASE_URL fulmar.env)
    FULMAR_POSTGRES_BIN=${bin} fulmar admin restore --from /root/backup --passphrase-file /root/passphrase --keys-to /root/keys
    cmp /root/keys/master-key /etc/fulmar/master-key`);
  const [original, restored] = await Promise.all(
    ["fulmar", "restored"].map((name) => host.sh(query(counted, name)).then((text) => text.trim())),
  );
  if (original !== restored) throw new Error(`The restored database has ${restored}, and the original ${original}.`);
  return `restored into another database: ${restored.replace("|", " VMs, ")} migrations, and the master key`;
}

/** Prints what the doctor says. Nothing but the simulated sites fails. */
async function examined(host) {
  process.stdout.write(await host.sh("fulmar admin doctor || true"));
  const { findings } = JSON.parse(await host.sh("fulmar admin doctor --output json || true"));
  const failing = findings.filter(({ state, sentence }) => state === "fail" && !sentence.startsWith("It is simulated"));
  if (failing.length > 0) throw new Error(`The doctor says: ${failing.map(({ sentence }) => sentence).join(" ")}`);
}

function found(what, how) {
  process.stdout.write(`${what}: ${how}\n`);
}

async function makeVm(host, { token, workspace, name }) {
  const ask = (method, path, body) =>
    host
      .sh(`/opt/fulmar/current/bin/node -e '
        fetch("${API}/v1/${path}", { method: "${method}", body: process.argv[1] || undefined, headers: { authorization: "Bearer ${token}", ...(process.argv[1] && { "content-type": "application/json", "x-idempotency-key": "${name}-drill" }) } })
          .then(async (answer) => console.log(JSON.stringify({ status: answer.status, ...(await answer.json()) })))' '${body ? JSON.stringify(body) : ""}'`)
      .then(JSON.parse);
  const vm = { name, plan_id: "plan-nano", template_id: "debian-13" };
  const accepted = await ask("POST", `compute/cloud-vms?workspace_id=${workspace}`, vm);
  if (accepted.operation_id === undefined) throw new Error(`The VM was refused: ${JSON.stringify(accepted)}`);
  const ended = await ask("GET", `compute/operations/${accepted.operation_id}?workspace_id=${workspace}&wait=30`);
  if (ended.status !== "succeeded") throw new Error(`The VM was not made: ${JSON.stringify(ended)}`);
  return accepted.operation_id;
}

/** systemd's score of how much a service could do to its host: 0 is nothing, 10 everything. Also its memory. */
async function exposure(host, name) {
  const text = await host.sh(`systemd-analyze security --no-pager fulmar-${name}.service | tail -n 1`);
  const memory = await host.run("systemctl", "show", "-p", "MemoryCurrent", "--value", `fulmar-${name}.service`);
  const [, figure = "unknown"] = /: ([\d.]+ \w+)/.exec(text) ?? [];
  return `exposure ${figure}, ${Math.round(Number(memory) / 1e6)} MB`;
}

async function killed(host, name) {
  const service = `fulmar-${name}.service`;
  const pid = (await host.run("systemctl", "show", "-p", "MainPID", "--value", service)).trim();
  await host.run("kill", "-9", pid);
  const back = `[ "$(systemctl show -p MainPID --value ${service})" != ${pid} ] && systemctl is-active -q ${service}`;
  return `ready again after ${((await host.until(back, `${service} that runs again`)) / 1000).toFixed(1)} s`;
}

async function stopped(host, name) {
  const begin = Date.now();
  await host.run("systemctl", "stop", `fulmar-${name}.service`);
  const result = await host.run("systemctl", "show", "-p", "Result", "--value", `fulmar-${name}.service`);
  if (result.trim() !== "success") throw new Error(`fulmar-${name} did not stop by itself: ${result.trim()}.`);
  return `gracefully within ${((Date.now() - begin) / 1000).toFixed(1)} s`;
}
