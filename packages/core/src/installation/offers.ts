// Plans and images, as who runs the installation offers and retires them.
import { OperatorImage, OperatorPlan, typeOfNewPlan } from "@fulmar/contract";
import { type Sql, statement, violatedConstraint } from "@fulmar/prisma";
import { CURRENCY } from "../billing/index.ts";
import { PLAN_FAMILY, restoreOffer, retireOffer } from "../catalog/index.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError, invalidField } from "../request/domain-error.ts";
import { sitesOfPlan } from "../site/index.ts";
import { requireOrganizations, requireSites } from "./named-ids.ts";

const plans = statement(
  "operator_plans",
  `SELECT p.plan_id, p.name, p.type::text, ${PLAN_FAMILY} AS family, p.sku_code, p.cpu, p.ram_mb, p.disk_gb, p.gpu_model, p.gpu_count, p.site_ids,
          ${sitesOfPlan("p", false)} AS sites_without_gpus, p.organization_ids, p.host_tags, trim_scale(s.hourly_price)::text AS hourly_price, s.currency,
          (SELECT count(*)::int FROM plan other WHERE (other.position, other.plan_id) <= (p.position, p.plan_id)) AS position,
          p.retired_at, p.retired_at IS NOT NULL AS retired,
          (SELECT count(*)::int FROM vm WHERE vm.plan_id = p.plan_id AND deleted_at IS NULL) AS vms
     FROM plan p LEFT JOIN sku s ON s.sku_code = p.sku_code
    WHERE $plan_id::text IS NULL OR p.plan_id = $plan_id
    ORDER BY p.position, p.plan_id`,
);

// The image of adopted machines is no offer: it has position 0. Those of workspaces have it, too, and a row of their own.
const images = statement(
  "operator_images",
  `SELECT i.template_id, i.name, i.os_type, i.os_distro, i.version, i.min_disk_gb, i.site_ids, i.retired_at,
          i.retired_at IS NOT NULL AS retired, o.organization_id, o.name AS organization_name,
          v.published_at IS NOT NULL AS published, v.published_at,
          (SELECT count(*)::int FROM vm WHERE vm.template_id = i.template_id AND deleted_at IS NULL) AS vms
     FROM image i LEFT JOIN vm_image v ON v.image_id = i.template_id AND v.deleted_at IS NULL
     LEFT JOIN workspace w ON w.workspace_id = v.workspace_id LEFT JOIN organization o USING (organization_id)
    WHERE CASE WHEN $template_id::text IS NULL THEN i.position > 0 OR v.published_at IS NOT NULL
               ELSE i.template_id = $template_id AND (i.position > 0 OR v.image_id IS NOT NULL) END
    ORDER BY i.position = 0, i.position, i.template_id`,
);

// Only one that its site has is published. One that is published already keeps its time.
const setPublished = statement(
  "image_set_published",
  `UPDATE vm_image SET published_at = CASE WHEN $published::boolean THEN coalesce(published_at, now()) END
    WHERE image_id = $template_id AND deleted_at IS NULL AND (status = 'available' OR NOT $published::boolean)
   RETURNING image_id`,
);

// The first price of a product is set by its row.
const insert = statement(
  "operator_plan_insert",
  `WITH product AS (
     INSERT INTO sku (sku_code, family, name, unit, hourly_price, currency)
     VALUES ($sku_code, 'compute', $name, 'instance', $hourly_price::numeric,
             ${CURRENCY})
   )
   INSERT INTO plan (plan_id, name, type, family, sku_code, cpu, ram_mb, disk_gb, gpu_model, gpu_count, site_ids,
                     organization_ids, host_tags, position)
   VALUES ($plan_id, $name, $type::vm_type, $family, $sku_code, $cpu, $ram_mb, $disk_gb, $gpu_model, $gpu_count,
           $site_ids::text[], $organization_ids::text[], $host_tags::text[],
           (SELECT coalesce(max(position), 0) + 1 FROM plan))`,
);

// NULL of organization_ids is a value: everybody.
const update = statement(
  "operator_plan_update",
  `UPDATE plan SET name = coalesce($name, name), family = coalesce($family, family),
          host_tags = coalesce($host_tags::text[], host_tags),
          organization_ids = CASE WHEN $changes_buyers::boolean THEN $organization_ids::text[] ELSE organization_ids END
    WHERE plan_id = $plan_id`,
);

// A plan that moves down comes after the one that has its new place, and one that moves up before it. The row of a
// plan that keeps its place is not written.
const move = statement(
  "operator_plan_move",
  `WITH placed AS (
     SELECT plan_id, row_number() OVER (ORDER BY position, plan_id) AS place FROM plan
   ), moved AS (
     SELECT o.plan_id,
            row_number() OVER (ORDER BY CASE WHEN o.plan_id = m.plan_id
                                             THEN $position::int + CASE WHEN $position::int > m.place THEN 0.5 ELSE -0.5 END
                                             ELSE o.place END) AS position
       FROM placed o CROSS JOIN placed m WHERE m.plan_id = $plan_id
   )
   UPDATE plan SET position = moved.position FROM moved
    WHERE plan.plan_id = moved.plan_id AND plan.position <> moved.position`,
);

const setSites = statement(
  "operator_plan_set_sites",
  "UPDATE plan SET site_ids = $site_ids::text[] WHERE plan_id = $plan_id",
);

const shownPlan = wireForm(OperatorPlan);
const shownImage = wireForm(OperatorImage);
const Kind = OperatorPlan.pick({ type: true, family: true });

async function readPlans(sql: Sql, plan_id: string | null): Promise<OperatorPlan[]> {
  return (await sql.query(plans, { plan_id })).map(({ type, family, ...row }) =>
    shownPlan({ ...row, ...Kind.parse({ type, family }) }),
  );
}

/** @throws DomainError 404 */
async function readPlan(sql: Sql, planId: string): Promise<OperatorPlan> {
  const [plan] = await readPlans(sql, planId);
  if (plan === undefined) throw new DomainError("not_found", "There is no such plan; check its id.");
  return plan;
}

/** @throws DomainError 404 */
async function readImage(sql: Sql, templateId: string): Promise<OperatorImage> {
  const image = await sql.maybe(images, { template_id: templateId });
  if (image === undefined) throw new DomainError("not_found", "There is no such image; check its id.");
  return shownImage(image);
}

/** @throws DomainError 409 */
async function withFreeName<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "plan_pkey" || constraint === "sku_pkey")
      throw conflict("name_taken", "There is a plan with this id; choose another.");
    if (constraint === "plan_name_key" || constraint === "plan_name_unique")
      throw conflict("name_taken", "There is a plan with this name; choose another.");
    throw error;
  }
}

export const listPlans: Handler<"operatorPlan.list"> = ({ sql }) => readPlans(sql, null);

export const getPlan: Handler<"operatorPlan.get"> = ({ sql }, { plan_id }) => readPlan(sql, plan_id);

export const createPlan: Handler<"operatorPlan.create"> = async ({ sql }, plan) => {
  const type = typeOfNewPlan(plan);
  const { family = type === "gpu" ? "gpu" : "shared" } = plan;
  const site_ids = await requireSites(sql, plan.site_ids);
  const organization_ids = await requireOrganizations(sql, plan.organization_ids);
  const row = { ...plan, type, family, site_ids, organization_ids, sku_code: `plan.${plan.plan_id}` };
  await withFreeName(() => sql.query(insert, row));
  return readPlan(sql, plan.plan_id);
};

export const updatePlan: Handler<"operatorPlan.update"> = async ({ sql }, { plan_id, ...changes }) => {
  const { name, family, organization_ids, host_tags, position } = changes;
  const plan = await readPlan(sql, plan_id);
  if (family !== undefined && (family === "gpu") !== (plan.type === "gpu"))
    throw invalidField("family", "must be gpu for a GPU plan, and for no other");
  const buyers = {
    changes_buyers: organization_ids !== undefined,
    organization_ids: await requireOrganizations(sql, organization_ids ?? null),
  };
  await withFreeName(() => sql.query(update, { plan_id, name, family, host_tags, ...buyers }));
  if (position !== undefined) await sql.query(move, { plan_id, position });
  return readPlan(sql, plan_id);
};

export const setPlanSites: Handler<"operatorPlan.setSites"> = async ({ sql }, { plan_id, site_ids }) => {
  await sql.query(setSites, { plan_id, site_ids: await requireSites(sql, site_ids) });
  return readPlan(sql, plan_id);
};

export const retirePlan: Handler<"operatorPlan.retire"> = async ({ sql }, { plan_id }) => {
  await readPlan(sql, plan_id);
  await retireOffer({ sql }, "plan", plan_id);
  return readPlan(sql, plan_id);
};

export const restorePlan: Handler<"operatorPlan.restore"> = async ({ sql }, { plan_id }) => {
  await readPlan(sql, plan_id);
  await restoreOffer({ sql }, "plan", plan_id);
  return readPlan(sql, plan_id);
};

export const listImages: Handler<"operatorImage.list"> = async ({ sql }) =>
  (await sql.query(images, { template_id: null })).map(shownImage);

export const getImage: Handler<"operatorImage.get"> = ({ sql }, { template_id }) => readImage(sql, template_id);

export const retireImage: Handler<"operatorImage.retire"> = async ({ sql }, { template_id }) => {
  await readImage(sql, template_id);
  await retireOffer({ sql }, "image", template_id);
  return readImage(sql, template_id);
};

export const restoreImage: Handler<"operatorImage.restore"> = async ({ sql }, { template_id }) => {
  await readImage(sql, template_id);
  await restoreOffer({ sql }, "image", template_id);
  return readImage(sql, template_id);
};

/** Publishes an image of a workspace. Repeatable. @throws DomainError 404, 409 for one of the catalog or not available */
export const publishImage: Handler<"operatorImage.publish"> = async ({ sql }, { template_id }) => {
  const { organization_id } = await readImage(sql, template_id);
  if (organization_id === null)
    throw conflict("image_of_catalog", "The image is of the catalog: every organization has it already.");
  if ((await sql.maybe(setPublished, { template_id, published: true })) === undefined)
    throw conflict("image_in_progress", "The image is not available; wait until it is, then try again.");
  return readImage(sql, template_id);
};

/** Organizations that the image is not shared with make no VMs from it any more. Repeatable. @throws DomainError 404 */
export const unpublishImage: Handler<"operatorImage.unpublish"> = async ({ sql }, { template_id }) => {
  await readImage(sql, template_id);
  await sql.query(setPublished, { template_id, published: false });
  return readImage(sql, template_id);
};
