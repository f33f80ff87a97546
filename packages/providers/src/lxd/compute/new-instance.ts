import type { InstanceSize, InstanceSpec } from "../../ports/compute-port.ts";
import type { LxdDevice } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { marksOf } from "../marks.ts";
import { lxdName } from "../names.ts";
import { NAME, PLAN, recordMarks } from "../record-marks.ts";
import { gibibytes, mebibytes } from "../sizes.ts";

/**
 * The machine of a VM as the server is asked for it: all of it in one request. Its network cards are those of the
 * profile that has its name.
 */
export function newInstance(site: LxdSite, vmId: string, spec: InstanceSpec) {
  return {
    type: site.instanceType,
    profiles: [lxdName(vmId)],
    source: { type: "image", alias: spec.templateId },
    config: {
      ...marksOf(site, "vm", vmId),
      ...wordsOf(spec),
      ...recordMarks(spec.record),
      [PLAN]: spec.planId,
      ...limitsOf(site, spec),
      ...apart(site),
    },
    devices: { root: rootDisk(site.pool, spec.diskGb) },
  };
}

/** Users of one container are nobody in another one, nor on the host, should they ever get out. */
function apart({ instanceType }: LxdSite): Record<string, string> {
  return instanceType === "container" ? { "security.idmap.isolated": "true" } : {};
}

/** For whoever looks at the server: what its owner calls it, and what is on its disk. */
function wordsOf({ name, tags, templateId }: InstanceSpec) {
  return { "user.fulmar.template": templateId, [NAME]: name, "user.fulmar.tags": tags.join(",") };
}

/** Containers share the host's kernel: without a limit, one could take all of its processes. */
const PROCESSES_PER_CPU = 4_096;

export function limitsOf(
  { instanceType }: Pick<LxdSite, "instanceType">,
  { cpu, ramMb }: Pick<InstanceSize, "cpu" | "ramMb">,
): Record<string, string> {
  const limits = { "limits.cpu": String(cpu), "limits.memory": mebibytes(ramMb) };
  return instanceType === "container" ? { ...limits, "limits.processes": String(PROCESSES_PER_CPU * cpu) } : limits;
}

function rootDisk(pool: string, diskGb: number): LxdDevice {
  return { type: "disk", path: "/", pool, size: gibibytes(diskGb) };
}
