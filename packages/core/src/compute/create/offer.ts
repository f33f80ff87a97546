import type { CreateCloudVm, VmType } from "@fulmar/contract";
import { type Query, queryOf, type RowOf, statement } from "@fulmar/prisma";
import { exceededQuota, quoteColumns } from "../../billing/index.ts";
import { soldTo } from "../../catalog/index.ts";
import type { Workspace } from "../../request/caller.ts";
import type { Quote } from "../../request/change/admission.ts";
import type { InWorkspace } from "../../request/context.ts";
import { invalidField } from "../../request/domain-error.ts";
import { hasCards, hasRoom, missingOfImage, siteClosed, siteWithoutGpus } from "../../site/index.ts";
import { imageAtColumns, isImageAt, joinImageAt, takesImage, unrunImage, untakenImage } from "../image-copies.ts";
import { beyondPlan } from "../resize-vm.ts";
import type { BackupDisk } from "../vm-create.saga.ts";

// Without a site in the request, the VPC's site is preferred, since a VM must be where its network is, then sites that
// have the image, then those that have room. An image of a workspace can be brought to others.
const DEDICATED_TO = "CASE WHEN $dedicated::boolean THEN $organization_id END";

const findOffer = statement(
  "vm_offer",
  `SELECT p.sku_code, p.cpu, p.ram_mb, p.disk_gb, p.gpu_model, p.gpu_count, i.os_type, i.os_distro, i.min_disk_gb,
          placed.site_id, placed.provider, placed.closed_at, placed.has_room, placed.has_cards,
          placed.image_here, placed.image_taken, placed.image_misses, placed.image_home,
          placed.copy_id, placed.image_bytes, placed.image_gb,
          EXISTS (SELECT FROM vm WHERE workspace_id = $workspace_id::bigint AND type = $type::vm_type AND name = $name
                     AND deleted_at IS NULL) AS name_taken,
          now()::timestamptz(3) AS moment,
          ${quoteColumns("price.hourly_price", { sku: "sku", wallet: "w", commitment: "c" }, "$hours")},
          quota_exceeded($workspace_id::bigint, p.sku_code, 1, NULL) AS quota
     FROM plan p
     LEFT JOIN sku ON sku.sku_code = p.sku_code
     LEFT JOIN LATERAL price_of($organization_id, p.sku_code, now()) AS price ON true
     LEFT JOIN wallet w ON w.organization_id = $organization_id
     LEFT JOIN commitment c ON c.organization_id = $organization_id
     LEFT JOIN image i ON i.template_id = $template_id AND (i.retired_at IS NULL OR $of_backup::boolean)
      AND (i.owner_workspace_id IS NULL OR i.owner_workspace_id = $workspace_id::bigint
           OR image_opened(i.template_id, $workspace_id::bigint) OR $of_backup::boolean)
     LEFT JOIN LATERAL (
       SELECT s.site_id, s.provider, s.closed_at, ${hasRoom("s", "p", DEDICATED_TO)} AS has_room,
              ${hasCards("s.site_id", "p")} AS has_cards, ${imageAtColumns("s")}
         FROM site s ${joinImageAt("s")}
        WHERE s.site_id = ANY (p.site_ids)
          AND (${isImageAt("s")} OR ${takesImage("s")} OR i.owner_workspace_id IS NOT NULL AND s.site_id = $site_id
               OR $of_backup::boolean)
          AND (s.site_id = $site_id OR $site_id::text IS NULL AND s.closed_at IS NULL) AND s.removed_at IS NULL
        ORDER BY s.site_id IS NOT DISTINCT FROM (
                   SELECT v.site_id FROM vpc v
                    WHERE v.workspace_id = $workspace_id::bigint AND $vpc_id::text IS NOT NULL AND v.vpc_id = $vpc_id
                 ) DESC, ${missingOfImage("s.site_id")} IS NULL DESC,
                 image_here DESC, has_cards DESC, has_room DESC, s.position
        LIMIT 1) AS placed ON true
    WHERE p.plan_id = $plan_id AND p.type = $type::vm_type AND p.retired_at IS NULL
      AND ${soldTo()}`,
);

/**
 * A plan together with an image. The image columns are null without such an image, the site columns when no site has
 * both, and the price when the price list has none. `moment` is the transaction's time, which becomes the operation's
 * `submitted_at`.
 */
export type Offer = RowOf<typeof findOffer>;

/** What of a create decides on its offer. */
type OfferInput = Pick<CreateCloudVm, "plan_id" | "template_id" | "site_id" | "name" | "vpc_id" | "dedicated">;

/**
 * The first query of a create: reads the plan, the image and the site, and everything else that one query can check.
 */
export function offerQuery(
  workspace: Workspace,
  type: VmType,
  input: CreateCloudVm,
  boundHours: number,
): Query<"vm_offer"> {
  return queryOf(findOffer, valuesOf(workspace, type, input, boundHours));
}

/**
 * The offer of a VM that another change creates. It has no quote: billing reads its own, with what was bought before in
 * this change. A backup needs no image at its site.
 */
export async function readOffer(
  { sql, workspace }: InWorkspace,
  type: VmType,
  input: OfferInput,
  backup?: BackupDisk,
): Promise<Offer | undefined> {
  const offer = await sql.maybe(findOffer, {
    ...valuesOf(workspace, type, input, 0),
    of_backup: backup !== undefined,
  });
  return offer && { ...offer, hourly_price: null };
}

function valuesOf(workspace: Workspace, type: VmType, input: OfferInput, hours: number) {
  const { plan_id, template_id, site_id = null, name, vpc_id = null, dedicated } = input;
  const { id: workspace_id, organizationId: organization_id } = workspace;
  return {
    ...{ plan_id, type, template_id, site_id, workspace_id, name, vpc_id, dedicated, organization_id, hours },
    of_backup: false,
  };
}

/** An offer that has everything, with the size of the VM's root disk, how much of that the plan lacks, and the quote. */
export type Choice = ReturnType<typeof choose>;

/**
 * Chooses the site and the size of a new VM.
 * @param offer the result of `offerQuery`
 * @throws DomainError 400 that names a field that does not match the plan or the image, or 409 for a site without its GPUs
 */
export function choose(offer: Offer | undefined, type: VmType, input: CreateCloudVm, backup?: BackupDisk) {
  if (offer === undefined)
    throw invalidField("plan_id", `is not a ${type === "gpu" ? "GPU" : "cloud"} plan of the catalog`);
  const { os_type, os_distro, min_disk_gb, site_id, provider } = offer;
  if (os_type === null || os_distro === null || min_disk_gb === null)
    throw invalidField("template_id", "is not an image that the workspace can make VMs from");
  if (site_id === null || provider === null) throw backup === undefined ? nowhere(input) : notAtItsSite(backup);
  if (offer.closed_at !== null) throw siteClosed();
  if (offer.image_here !== true && offer.image_taken !== true && backup === undefined)
    throw invalidField("site_id", untakenImage(offer.image_home));
  if (offer.image_misses !== null) throw unrun(input, site_id, offer.image_misses, backup);
  if (offer.has_cards === false) throw siteWithoutGpus(offer);
  const smallest = Math.max(offer.disk_gb, backup?.disk_gb ?? min_disk_gb);
  const disk_gb = input.disk_gb ?? smallest;
  if (disk_gb < smallest)
    throw invalidField(
      "disk_gb",
      `must be at least ${smallest} for this plan and ${backup === undefined ? "image" : nounOf(backup)}`,
    );
  mustAgree("cpu", input.cpu, offer.cpu, "plan");
  mustAgree("ram_mb", input.ram_mb, offer.ram_mb, "plan");
  mustAgree("os_type", input.os_type, os_type, "image");
  mustAgree("os_distro", input.os_distro, os_distro, "image");
  const vm = { ...offer, type, dedicated: input.dedicated, site_id, provider, os_type, os_distro, disk_gb };
  return { ...vm, addedGb: beyondPlan(disk_gb, offer.disk_gb), quote: quoteOf(offer) };
}

/** The quote for the plan; undefined when the price list has none. */
function quoteOf({ hourly_price, currency, suspended_by, raises, covered, quota }: Offer): Quote | undefined {
  return hourly_price === null || currency === null
    ? undefined
    : {
        hourly_price,
        currency,
        suspended_by,
        raises: raises === true,
        covered: covered === true,
        quota: exceededQuota(quota),
      };
}

/** Before it was brought to the site, a backup may have been a snapshot. */
function nounOf({ kind, brought }: BackupDisk): string {
  return brought?.kind ?? kind ?? "backup";
}

function notAtItsSite(backup: BackupDisk) {
  const site = backup.brought === undefined ? `the site of the ${nounOf(backup)}` : "that site";
  return invalidField("plan_id", `is not offered at ${site}`);
}

function unrun(input: CreateCloudVm, siteId: string, misses: string, backup: BackupDisk | undefined) {
  return input.site_id === undefined || backup !== undefined
    ? invalidField(backup === undefined ? "template_id" : "plan_id", `cannot be used: ${siteId} ${unrunImage(misses)}`)
    : invalidField("site_id", `${unrunImage(misses)}; choose another site or image`);
}

function nowhere(input: CreateCloudVm) {
  return input.site_id === undefined
    ? invalidField("template_id", "is not offered at any site of the plan")
    : invalidField("site_id", "is not a site of the catalog that offers both the plan and the image");
}

function mustAgree<Value extends string | number>(
  field: string,
  sent: Value | undefined,
  offered: Value,
  what: "plan" | "image",
) {
  if (sent !== undefined && sent !== offered) throw invalidField(field, `must be ${offered} for this ${what}`);
}
