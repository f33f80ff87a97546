import type { Acceptance, CreateCloudVm } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { RequestContext } from "../kernel/context.ts";
import { invalidField } from "../kernel/domain-error.ts";
import { newId } from "../kernel/identifiers.ts";
import { acceptOperation } from "./accept-operation.ts";
import { vmCreateSaga } from "./vm-create.saga.ts";

interface Offer {
  sku_code: string;
  plan_cpu: number;
  plan_ram_mb: number;
  plan_disk_gb: number;
  gpu_model: string | null;
  gpu_count: number;
  os_type: string | null;
  os_distro: string | null;
  min_disk_gb: number | null;
  site_id: string | null;
}

const findOffer = statement(
  "vm_offer",
  `SELECT p.sku_code, p.cpu AS plan_cpu, p.ram_mb AS plan_ram_mb, p.disk_gb AS plan_disk_gb, p.gpu_model, p.gpu_count,
          i.os_type, i.os_distro, i.min_disk_gb,
          (SELECT s.site_id FROM site s WHERE s.site_id = ANY (p.site_ids) AND s.site_id = ANY (i.site_ids)
              AND ($4::text IS NULL OR s.site_id = $4) ORDER BY s.site_id LIMIT 1) AS site_id
     FROM plan p LEFT JOIN image i ON i.template_id = $3 WHERE p.plan_id = $1 AND p.type = $2::vm_type`,
);

const insert = statement(
  "vm_insert",
  `INSERT INTO vm (vm_id, workspace_id, type, name, site_id, plan_id, template_id, cpu, ram_mb, disk_gb, gpu_model, gpu_count, os_type, os_distro, tags, ssh_keys, user_data)
   VALUES ($1, $2::bigint, $3::vm_type, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::text[], $16::text[], $17)`,
);

/** Creates a cloud or GPU VM: checks the offer, asks billing, then writes VM and operation in one commit. */
export async function createVm(context: RequestContext, type: "cloud" | "gpu", input: CreateCloudVm): Promise<Acceptance> {
  const [offer] = await context.sql.query<Offer>(findOffer, [input.plan_id, type, input.template_id, input.site_id ?? null]);
  const { siteId, osType, osDistro, diskGb, plan } = checkOffer(offer, input);
  await context.admit({ skuCode: plan.sku_code });
  const vmId = newId("vm");
  await context.sql.query(insert, [
    vmId,
    context.workspace.id,
    type,
    input.name,
    siteId,
    input.plan_id,
    input.template_id,
    plan.plan_cpu,
    plan.plan_ram_mb,
    diskGb,
    plan.gpu_model,
    plan.gpu_count,
    osType,
    osDistro,
    input.tags,
    input.ssh_keys,
    input.user_data ?? null,
  ]);
  return acceptOperation(context, { vmId, vmType: type, action: "create", saga: vmCreateSaga, input: {} });
}

/** What was sent besides plan and image must agree with them. @throws DomainError 400 that names the field */
function checkOffer(plan: Offer | undefined, input: CreateCloudVm) {
  if (plan === undefined) throw invalidField("plan_id", "is not a plan of the catalog");
  const { os_type: osType, os_distro: osDistro, min_disk_gb: minDiskGb, site_id: siteId } = plan;
  if (osType === null || osDistro === null || minDiskGb === null) throw invalidField("template_id", "is not an image of the catalog");
  if (siteId === null) {
    throw input.site_id === undefined ? invalidField("template_id", "is not offered at any site of the plan") : invalidField("site_id", "does not offer both the plan and the image");
  }
  const smallestGb = Math.max(plan.plan_disk_gb, minDiskGb);
  const diskGb = input.disk_gb ?? smallestGb;
  if (diskGb < smallestGb) throw invalidField("disk_gb", `must be at least ${smallestGb} for this plan and image`);
  if (input.cpu !== undefined && input.cpu !== plan.plan_cpu) throw invalidField("cpu", `must be ${plan.plan_cpu} for this plan`);
  if (input.ram_mb !== undefined && input.ram_mb !== plan.plan_ram_mb) throw invalidField("ram_mb", `must be ${plan.plan_ram_mb} for this plan`);
  if (input.os_type !== undefined && input.os_type !== osType) throw invalidField("os_type", `must be ${osType} for this image`);
  if (input.os_distro !== undefined && input.os_distro !== osDistro) throw invalidField("os_distro", `must be ${osDistro} for this image`);
  return { plan, siteId, osType, osDistro, diskGb };
}
