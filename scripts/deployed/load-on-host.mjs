// Load from a host, a table of what failed in each part of it, and what became of the VMs that were accepted.
import { inProject } from "../project.mjs";
import { admin } from "./product.mjs";

/** Quotas would end a load that creates VMs. */
export async function withoutQuotas(host) {
  const { quotas } = await admin(host, "quota", "default-list");
  for (const { resource } of quotas)
    await admin(host, "quota", "default-set", "--resource", resource, "--limit", "none");
}

/**
 * @param node the program on the host
 * @param timeoutMs how long its clients wait for an answer
 * @param more what it reads besides, by new connections: URLs by name
 */
export async function startLoad(host, { token, workspace, node, api, web, timeoutMs = 15_000, more = {} }) {
  await host.push(inProject("scripts/deployed/load.mjs"), "/root/load.mjs");
  const others = Object.entries(more).map(([name, url]) => `'${name}=${url}'`);
  await host.sh(`systemd-run -q --unit=load --setenv=TOKEN=${token} --setenv=TIMEOUT_MS=${timeoutMs} \\
    ${node} /root/load.mjs /root/load.json ${api} ${web} ${workspace} ${others.join(" ")}`);
}

export async function endLoad(host) {
  await host.run("systemctl", "stop", "load.service");
  const text = await host.sh("cat /root/load.json || { journalctl -u load -n 20 --no-pager >&2; exit 1; }");
  return JSON.parse(text);
}

/**
 * For each part and kind of request: how many failed until the next part, from the first to the last, and the longest.
 */
export function tableOf(title, parts, requests) {
  const kinds = [...new Set(requests.map(({ kind }) => kind))];
  const lines = parts.map(({ what, at }, index) => {
    const until = parts[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const cells = kinds.map((kind) => {
      const during = requests.filter((each) => each.kind === kind && each.at + each.ms >= at && each.at < until);
      const failed = during.filter(({ failure }) => failure !== undefined);
      const longest = Math.max(0, ...during.map(({ ms }) => ms));
      if (failed.length === 0) return `0 of ${during.length}, longest ${seconds(longest)}`;
      const [first, last] = [failed[0].at, failed.at(-1).at + failed.at(-1).ms];
      const why = [...new Set(failed.map(({ failure }) => failure))].join(", ");
      return `${failed.length} of ${during.length} (${why}) in ${seconds(last - first)}`;
    });
    return `| ${what} | ${cells.join(" | ")} |\n`;
  });
  return `| ${title} | ${kinds.join(" | ")} |\n|${"---|".repeat(kinds.length + 1)}\n${lines.join("")}`;
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Every VM must have been accepted, and run once at the site and once in the database.
 * @param query makes the command that asks the database and prints a line for each row
 * @returns whether it is so
 */
export async function compare(host, { accepted, refused }, query) {
  const open = "select count(*) from operation where status in ('accepted', 'running', 'waiting', 'compensating')";
  await host.until(`[ "$(${query(open)})" = 0 ]`, "the end of all operations");
  const rows = (sql) => host.sh(query(sql)).then((text) => text.split("\n").filter(Boolean));
  const running = new Set(await rows("select name from vm where status = 'running'"));
  const lost = accepted.filter(({ name }) => !running.has(name));
  const twice = await rows("select name from simulated.instance group by name having count(*) > 1");
  const unknown = await rows(
    "select i.vm_id from simulated.instance i left join vm using (vm_id) where vm.vm_id is null or vm.status <> 'running'",
  );
  process.stdout.write(
    `${accepted.length} VMs accepted, ${lost.length} lost, ${twice.length} made twice, ${unknown.length} at ` +
      "the site that the database does not have\n",
  );
  for (const { name, failure, text } of refused) process.stdout.write(`${name} was refused: ${failure} ${text}\n`);
  return refused.length + lost.length + twice.length + unknown.length === 0;
}
