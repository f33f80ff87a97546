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

/** Asks for a simulated site, because production has none by itself. @returns its id */
export async function trialSite(host) {
  const { site_id } = await admin(host, "site", "add", "--name", "Drill", "--provider", "simulated");
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
