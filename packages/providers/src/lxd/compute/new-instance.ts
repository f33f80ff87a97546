import type { InstanceSize, InstanceSpec } from "../../compute-port.ts";
import type { LxdDevice } from "../lxd-instance.ts";
import type { LxdSite } from "../lxd-site.ts";
import { marksOf } from "../marks.ts";
import { lxdName } from "../names.ts";
import { gibibytes, mebibytes } from "../sizes.ts";

/** The machine of a VM as the server is asked for it: all of it in one request. Its network cards are those of the profile that has its name. */
export function newInstance(site: LxdSite, vmId: string, spec: InstanceSpec) {
  return {
    type: site.instanceType,
    profiles: [lxdName(vmId)],
    source: { type: "image", alias: spec.templateId },
    config: { ...marksOf(site, "vm", vmId), ...wordsOf(spec), ...limitsOf(spec) },
    devices: { root: rootDisk(site.pool, spec.diskGb) },
  };
}

/** For whoever looks at the server: what its owner calls it, when it was made. */
function wordsOf({ name, tags, templateId }: InstanceSpec) {
  return { "user.fulmar.template": templateId, "user.fulmar.name": name, "user.fulmar.tags": tags.join(",") };
}

export function limitsOf({ cpu, ramMb }: Pick<InstanceSize, "cpu" | "ramMb">) {
  return { "limits.cpu": String(cpu), "limits.memory": mebibytes(ramMb) };
}

function rootDisk(pool: string, diskGb: number): LxdDevice {
  return { type: "disk", path: "/", pool, size: gibibytes(diskGb) };
}
