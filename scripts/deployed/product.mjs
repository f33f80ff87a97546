// The product on a host: its installer, its operator's commands, and a customer.
import { basename } from "node:path";

export function folderOf(archive) {
  return basename(archive, ".tar.gz");
}

/**
 * Unpacks a release and runs its installer.
 * @param variables the installer's environment
 * @param options of the installer
 */
export async function installRelease(host, archive, variables = {}, options = "") {
  const set = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  await host.push(archive, `/root/${basename(archive)}`);
  await host.sh(`cd /root && tar xzf ${basename(archive)} && rm ${basename(archive)}
    ${set.join(" ")} ${folderOf(archive)}/deploy/install.sh ${options}`);
}

/** Runs an operator's command. @returns its answer */
export async function admin(host, ...args) {
  return JSON.parse(await host.run("fulmar", "admin", ...args, "--json"));
}

/**
 * Loads the starter catalog and asks for a simulated site, because production has neither by itself.
 * @returns the id of the site
 */
export async function trialSite(host) {
  // Releases before ADR 0116 bring the catalog themselves, and know neither the command nor the option.
  const knows = (words, text) => host.sh(`fulmar admin ${words} --help | grep -c -- '${text}' || true`).then(Number);
  if ((await knows("catalog", "catalog import")) > 0) await admin(host, "catalog", "import");
  const meant = (await knows("site add", "--simulated")) > 0 ? ["--simulated"] : [];
  const { site_id } = await admin(host, "site", "add", "--name", "Drill", "--provider", "simulated", ...meant);
  return site_id;
}

/** Creates an organization with money and a token. */
export async function customer(host) {
  const {
    organization_id: id,
    workspace_ids: [workspace],
  } = await admin(host, "organization", "create", "--name", "Drill");
  await admin(host, "wallet", "top-up", "--organization", id, "--amount", "1000.00", "--reference", "drill");
  const scopes = "vm.read,vm.write";
  const { token } = await admin(
    host,
    ...["token", "create", "--organization", id, "--name", "drill"],
    ...["--workspaces", workspace, "--scopes", scopes, "--expires-in", "86400"],
  );
  return { token, workspace };
}

/**
 * Installs an edge on a host.
 * @param site the site that it serves
 * @param operator the host whose operator's commands work
 * @param apiUrl how the edge reaches the API
 */
export async function joinEdge(host, { site, name = "edge-1", operator = host, apiUrl }) {
  const { token } = await admin(operator, "edge", "add", "--name", name, "--site", site);
  const release = "/opt/fulmar/current/deploy/install.sh";
  const url = apiUrl === undefined ? "" : `-e 's|^FULMAR_EDGE_API_URL=.*|FULMAR_EDGE_API_URL=${apiUrl}|'`;
  await host.sh(`${release} --processes edge --no-migrate || true
    sed -i -e 's/^FULMAR_EDGE_TOKEN=.*/FULMAR_EDGE_TOKEN=${token}/' ${url} /etc/fulmar/edge.env
    ${release} --processes edge --no-migrate`);
  await operator.until(
    `fulmar admin edge list --json | grep '"name":"${name}"' | grep -q '"connected":"yes"'`,
    "an edge that is connected",
  );
}
