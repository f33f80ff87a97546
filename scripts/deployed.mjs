// `npm run deployed`: installs a release on a Debian of its own, kills its processes, and upgrades it under requests.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostImage } from "./debian-image.mjs";
import { Hosts } from "./deployed/host.mjs";
import { customer, folderOf, installRelease, joinEdge } from "./deployed/product.mjs";
import { startLxd, whyNoLxd } from "./lxd.mjs";
import { phase } from "./progress.mjs";
import { inProject } from "./project.mjs";
import { release } from "./release.mjs";

const PROCESSES = ["object-store", "worker", "api", "console", "edge"];
const API = "http://127.0.0.1:4000";

/** Prints what it found. Returns undefined where the machine cannot run containers, after printing why. */
export async function deployed() {
  const reason = await whyNoLxd();
  if (reason !== undefined) return skip(reason);
  const into = mkdtempSync(join(tmpdir(), "fulmar-release-"));
  try {
    const archives = [];
    for (const version of ["drill-1", "drill-2"]) {
      await release(["--version", version, "--into", into]);
      archives.push(join(into, `fulmar-${version}-${process.platform}-${process.arch}.tar.gz`));
    }
    const image = await phase("Debian image", hostImage);
    const lxd = await phase("LXD server", startLxd).catch((error) => ({ reason: error.message }));
    if (lxd.reason !== undefined) return skip(lxd.reason);
    const hosts = new Hosts(lxd);
    try {
      await hosts.importImage(image);
      await drill(await phase("Debian with systemd", () => hosts.start("host")), archives);
      return 0;
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

async function drill(host, [first, second]) {
  const ownerUrl = await phase("PostgreSQL 18", () => host.installPostgres());
  await phase("Installed", () => installRelease(host, first, { FULMAR_OWNER_URL: ownerUrl }));
  await host.sh(`/root/${folderOf(first)}/deploy/install.sh | grep -c 'runs already' | grep -qx 4`);
  found("installing again", "changes nothing");
  const { token, workspace } = await phase("An organization, a token", () => customer(host));
  await phase("Edge", () => joinEdge(host));
  await phase("A VM by REST", () => makeVm(host, { token, workspace, name: "before" }));
  for (const name of PROCESSES) found(`fulmar-${name}`, await exposure(host, name));
  for (const name of PROCESSES) found(`fulmar-${name} after kill -9`, await killed(host, name));
  const counts = await phase("Upgraded under requests", () => upgraded(host, second, { token, workspace }));
  for (const [name, { requests, longest_ms, failures }] of Object.entries(counts)) {
    const failed = Object.entries(failures).map(([why, count]) => `${count} ${why}`);
    found(name, `${requests} requests, ${failed.join(", ") || "0"} failed, longest ${longest_ms} ms`);
  }
  const lost = Object.entries(counts).filter(
    ([name, { failures }]) => !name.startsWith("console") && Object.keys(failures).length > 0,
  );
  if (lost.length > 0) throw new Error(`The upgrade lost requests: ${lost.map(([name]) => name).join(", ")}.`);
  const operation = await phase("A VM by REST", () => makeVm(host, { token, workspace, name: "after" }));
  process.stdout.write(await host.run("fulmar", "admin", "why", operation));
  process.stdout.write(await host.run("fulmar", "admin", "doctor"));
  for (const name of PROCESSES) found(`fulmar-${name} stopped`, await stopped(host, name));
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

/** What systemd says of how much a service could do to its host: 0 is nothing, 10 everything. */
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

async function upgraded(host, archive, { token, workspace }) {
  await host.push(inProject("scripts/deployed/requests.mjs"), "/root/requests.mjs");
  const urls = [
    `API=${API}/v1/compute/cloud-vms?workspace_id=${workspace}`,
    "object store=http://127.0.0.1:4001/healthz",
    "console=http://127.0.0.1:3000/sign-in",
  ];
  await host.sh(`systemd-run -q --unit=requests --setenv=TOKEN=${token} \\
    /opt/fulmar/releases/drill-1/bin/node /root/requests.mjs /root/counts.json ${urls.map((url) => `'${url}'`).join(" ")}`);
  await installRelease(host, archive);
  for (const name of PROCESSES)
    await host.sh(
      `readlink /proc/$(systemctl show -p MainPID --value fulmar-${name}.service)/cwd | grep -qx /opt/fulmar/releases/drill-2`,
    );
  await host.run("systemctl", "stop", "requests.service");
  return JSON.parse(await host.run("cat", "/root/counts.json"));
}

async function stopped(host, name) {
  const begin = Date.now();
  await host.run("systemctl", "stop", `fulmar-${name}.service`);
  const result = await host.run("systemctl", "show", "-p", "Result", "--value", `fulmar-${name}.service`);
  if (result.trim() !== "success") throw new Error(`fulmar-${name} did not stop by itself: ${result.trim()}.`);
  return `gracefully within ${((Date.now() - begin) / 1000).toFixed(1)} s`;
}
