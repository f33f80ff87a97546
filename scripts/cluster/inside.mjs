// What runs in the namespaces of `npm run cluster-site`: the cluster, and beside it what is tried with it.
//   inside.mjs FOLDER ROOTFS ARGUMENTS…
import { foreground } from "../progress.mjs";
import { environment, inProject } from "../project.mjs";
import { withThrowawayDatabase } from "../with-database.mjs";
import { startCluster } from "./cluster.mjs";
import { prepareProject } from "./test-project.mjs";

const [folder = "", rootfs = "", ...args] = process.argv.slice(2);
try {
  const cluster = await startCluster(folder);
  if (args.includes("--hold")) await hold(cluster);
  else if (args.includes("--conformance")) process.exitCode = await conformance(cluster);
  else {
    const FULMAR_LXD = JSON.stringify({ ...cluster, image: rootfs });
    process.exitCode = await withThrowawayDatabase("packages/bench/src/cluster-site.ts", args, { FULMAR_LXD });
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
// The hosts run on, and end with process 1 of these namespaces, which waits for this one alone.
process.exit();

/** Runs the tests of every LXD provider against the cluster. */
async function conformance({ hosts: [first], pool, uplink }) {
  const project = "conformance";
  const images = await prepareProject(first.socket, project, rootfs);
  const FULMAR_LXD = JSON.stringify({ url: `unix://${first.socket}`, project, pool, uplink, images });
  const suite = "packages/providers/src/lxd/lxd-conformance.test.ts";
  // Three hosts share a machine, on which others may work, too.
  const limits = ["--testTimeout=600000", "--hookTimeout=600000"];
  const chosen = args.filter((arg) => arg !== "--conformance");
  return foreground(inProject("node_modules/.bin/vitest"), ["run", suite, ...limits, ...chosen], {
    cwd: inProject(),
    env: environment({ FULMAR_LXD }),
  });
}

async function hold({ hosts }) {
  for (const { name, anchor, folder: own } of hosts)
    console.log(`${name}: nsenter -t ${anchor} -n -m -u env LXD_DIR=${own}/lxd lxc cluster list`);
  console.log(`Enter the namespaces first: nsenter -t $(pgrep -f ${folder} | head -1) -n -m -p`);
  await new Promise(() => setInterval(() => {}, 60_000));
}
