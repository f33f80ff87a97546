import type { SiteResource } from "../../ports/inventory-port.ts";
import { recordedName } from "../../ports/inventory-port.ts";
import { instanceInWords } from "../../ports/size-in-words.ts";
import { toInstance } from "../compute/inventory.ts";
import { findInstance } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";
import { markedId } from "../marks.ts";
import { lxdName } from "../names.ts";
import { madeAtIn, NAME, PLAN, recordIn } from "../record-marks.ts";

export async function describeVm(site: LxdSite, vmId: string, signal: AbortSignal): Promise<SiteResource | undefined> {
  const machine = await findInstance(site, lxdName(vmId), signal);
  if (machine === undefined || markedId(site, "vm", machine.config) !== vmId) return undefined;
  const { config, created_at: createdAt } = machine;
  const { power, cpu, ramMb, diskGb, templateId, privateIp } = toInstance(vmId, machine);
  const record = recordIn(config);
  return {
    kind: "vm",
    id: vmId,
    name: config[NAME] || recordedName("vm", record),
    size: instanceInWords({ cpu, ramMb, diskGb }),
    madeAt: madeAtIn(config, createdAt),
    record,
    instance: { power, planId: config[PLAN] || null, templateId, cpu, ramMb, diskGb, privateIp },
  };
}
