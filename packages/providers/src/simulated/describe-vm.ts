import type { SiteResource } from "../inventory-port.ts";
import { instanceInWords } from "../size-in-words.ts";
import { type InstanceRow, toInstance } from "./inventory.ts";
import { type Kept, madeAtOf, recordOf } from "./kept.ts";
import type { World } from "./world.ts";

interface DescribedRow extends InstanceRow {
  name: string;
  record: Kept | null;
}

// The record is not in the view of what there is right now.
const DESCRIBE = `SELECT vm_id, i.name, i.power, i.cpu, i.ram_mb, i.disk_gb, i.template_id, i.rescue, i.private_ip, i.record
    FROM simulated.live_instance live JOIN simulated.instance i USING (vm_id) WHERE vm_id = $1`;

export async function describeVm(world: World, vmId: string, signal: AbortSignal): Promise<SiteResource | undefined> {
  const [row] = await world.query<DescribedRow>("describe_vm", DESCRIBE, [vmId], signal);
  if (row === undefined) return undefined;
  const { power, cpu, ramMb, diskGb, templateId, privateIp } = toInstance(row);
  return {
    kind: "vm",
    id: vmId,
    name: row.name,
    size: instanceInWords({ cpu, ramMb, diskGb }),
    madeAt: madeAtOf(row.record),
    record: recordOf(row.record),
    instance: { power, planId: row.record?.plan_id ?? null, templateId, cpu, ramMb, diskGb, privateIp },
  };
}
