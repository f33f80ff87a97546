// What the rows say of a site's GPUs and GPU plans, for the check of an operator (docs/gpu.md).
import { type RowOf, type Sql, statement } from "@fulmar/prisma";

const site = statement(
  "gpu_check_site",
  `SELECT site_id, name, coalesce((SELECT installation_id FROM installation), '') AS installation_id FROM site
    WHERE site_id = $site_id AND removed_at IS NULL`,
);

// The VM of a hold that a check was about to give back is no VM.
const held = statement(
  "gpu_check_held",
  `SELECT h.name AS host, g.address, g.model, g.vm_id, v.vm_id IS NOT NULL AS is_vm, v.operation_id IS NOT NULL AS changes
     FROM host_gpu g JOIN site_host h USING (host_id) LEFT JOIN vm v ON v.vm_id = g.vm_id
    WHERE h.site_id = $site_id ORDER BY h.name, g.address`,
);

const plans = statement(
  "gpu_check_plans",
  `SELECT plan_id, name, gpu_model, gpu_count, cpu, ram_mb, $site_id = ANY (site_ids) AS listed FROM plan
    WHERE gpu_count > 0 AND retired_at IS NULL ORDER BY gpu_count, ram_mb, plan_id`,
);

const image = statement(
  "gpu_check_image",
  `SELECT template_id, name, min_disk_gb, coalesce((SELECT installation_id FROM installation), '') AS installation_id
     FROM image
    WHERE $site_id = ANY (site_ids) AND retired_at IS NULL AND owner_workspace_id IS NULL AND os_type = 'linux'
    ORDER BY min_disk_gb, position, template_id LIMIT 1`,
);

const hold = statement(
  "gpu_check_hold",
  "SELECT hold_gpus_to_try($site_id, $host, $vm_id, $model, $count::int, $addresses::text[]) AS kept",
);

const letGo = statement("gpu_check_let_go", "SELECT release_tried_gpus($site_id, $vm_id)::text");

export type HeldGpu = RowOf<typeof held>;
export type GpuPlan = RowOf<typeof plans>;

/** What the rows say, and nothing of the site itself. Undefined where there is no such site. */
export async function readGpuRows(sql: Sql, site_id: string) {
  const found = await sql.maybe(site, { site_id });
  if (found === undefined) return undefined;
  return {
    name: found.name,
    installation_id: found.installation_id ?? "",
    held: await sql.query(held, { site_id }),
    plans: await sql.query(plans, { site_id }),
    image: await sql.maybe(image, { site_id }),
  };
}

/** GPUs of a host that a machine without rows has for a while. */
export interface TriedGpus {
  readonly siteId: string;
  readonly host: string;
  /** The machine. */
  readonly vmId: string;
  readonly model: string;
  /** How many. */
  readonly count: number;
  /** The PCI addresses to choose from. */
  readonly addresses: readonly string[];
}

/**
 * Keeps GPUs of a host from new VMs, as the row of a VM does.
 * @returns their PCI addresses; none where fewer are free
 */
export async function holdGpus(sql: Sql, { siteId: site_id, vmId: vm_id, ...wanted }: TriedGpus): Promise<string[]> {
  const { kept } = await sql.one(hold, { site_id, vm_id, ...wanted });
  return (kept ?? []).flatMap((address) => address ?? []);
}

/** Gives back what `holdGpus` kept; without a machine, what checks that were killed kept half an hour ago or longer. */
export async function releaseGpus(
  sql: Sql,
  { siteId: site_id, vmId: vm_id }: Pick<TriedGpus, "siteId"> & { readonly vmId?: string },
): Promise<void> {
  await sql.query(letGo, { site_id, vm_id });
}
