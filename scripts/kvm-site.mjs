// `npm run kvm-site`: two hosts with libvirt and OVN on this machine, and the life of a site on them.
import { installPackages } from "./prepare.mjs";
import { withThrowawayDatabase } from "./with-database.mjs";

/**
 * Machines boot by emulation, and everything is in namespaces that end with this command.
 * @param args those of packages/bench/src/kvm-site.ts
 * @returns the exit code; undefined where there are no such hosts here, after printing the reason
 */
export async function kvmSite(args) {
  await installPackages();
  const { whyNoLibvirt } = await import("../packages/testkit/src/libvirt-host.ts");
  const reason = whyNoLibvirt({ ovn: true });
  if (reason === undefined) return withThrowawayDatabase("packages/bench/src/kvm-site.ts", args);
  process.stderr.write(`  – Skipped: a site on libvirt. ${reason}\n`);
  return undefined;
}
