// `npm run cluster-site`: three hosts of one LXD cluster on this machine, and the life of a site on them.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { debianImage } from "./debian-image.mjs";
import { whyNoLxd } from "./lxd.mjs";
import { generateClient, installPackages } from "./prepare.mjs";
import { command, phase } from "./progress.mjs";
import { environment, inProject } from "./project.mjs";

const programs = ["ovn-nbctl", "ovn-northd", "ovn-controller", "ovs-vswitchd", "ovsdb-server", "ethtool"];
const packages = ["ovn-central", "ovn-host", "openvswitch-switch", "ethtool"];

/**
 * Everything runs in namespaces of its own: when this command ends, however it does, the kernel ends the hosts' processes
 * and takes away their networks and mounts.
 * @param args those of packages/bench/src/cluster-site.ts, or `--conformance`: the tests of LXD providers instead, or
 *   `--hold`: the cluster alone, until it is stopped
 * @returns the exit code; undefined where there is no such cluster here, after printing the reason
 */
export async function clusterSite(args) {
  const reason = (await whyNoLxd()) ?? (await whyNoOvn());
  if (reason !== undefined) return skip(reason);
  const image = await phase("Debian image", debianImage).catch((error) => ({ reason: error.message }));
  if (image.reason !== undefined) return skip(`The image could not be made: ${image.reason}`);
  await installPackages();
  await generateClient();
  const folder = mkdtempSync("/var/tmp/fulmar-cluster-");
  // Users of machines go through it to their own files.
  chmodSync(folder, 0o711);
  try {
    return await inOwnNamespaces([inProject("scripts/cluster/inside.mjs"), folder, image.rootfs, ...args]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A shell is process 1 there: it takes the end of the many that have lost their parent, which Node does not. */
async function inOwnNamespaces(args) {
  const namespaces = ["--net", "--mount", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc"];
  const shell = ["sh", "-c", '"$@" & wait "$!"', "sh", process.execPath];
  const child = spawn("unshare", [...namespaces, ...shell, ...args], {
    cwd: inProject(),
    env: environment({ PATH: `${process.env.PATH}:/usr/sbin:/sbin` }),
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill("SIGKILL"));
  const [code] = await once(child, "exit");
  return code ?? 1;
}

async function whyNoOvn() {
  const folders = ["/usr/bin", "/usr/sbin", "/bin", "/sbin"];
  if (programs.every((name) => folders.some((folder) => existsSync(`${folder}/${name}`)))) return undefined;
  try {
    await phase("OVN", () =>
      command("apt-get", ["install", "-qy", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=300", ...packages], {
        cwd: inProject(),
        env: environment({ DEBIAN_FRONTEND: "noninteractive" }),
      }),
    );
  } catch (error) {
    return `OVN could not be installed: ${error.message}`;
  }
}

function skip(reason) {
  process.stderr.write(`  – Skipped: a cluster of three hosts. ${reason}\n`);
  return undefined;
}
