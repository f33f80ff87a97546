import { catalog, Image, type Operation } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { Rehearsed } from "../request/plan/rehearsed.ts";
import type { Announced } from "./places.ts";

const reading = (catalog as readonly unknown[] as readonly Operation[]).find(({ id }) => id === "image.get");

/** Says that the image which the request names is deprecated, in its owner's words. */
export async function adviceAgainstImage({ input, workspaceId, mayRead, read }: Rehearsed): Promise<string[]> {
  const { template_id } = input;
  if (typeof template_id !== "string" || workspaceId === null || reading === undefined || !mayRead("vm_image"))
    return [];
  const found = Image.safeParse((await read(reading, { image_id: template_id }))?.body).data;
  if (found?.deprecated !== true) return [];
  const note = found.deprecation_note ?? "";
  return [`The image ${found.name} is deprecated${note === "" ? "." : `: ${note}`}`];
}

const HOURS_PER_MONTH = 730;

const brought = statement(
  "plan_brought_images",
  `SELECT i.name, home.name AS home_name, s.name AS site_name, gigabytes(c.size_bytes) AS gb,
          (SELECT w.currency FROM wallet w WHERE w.organization_id = $organization_id) AS currency,
          trim_scale(round(p.hourly_price * gigabytes(c.size_bytes) * ${HOURS_PER_MONTH}, 4))::text AS monthly
     FROM image_copy c JOIN image i ON i.template_id = c.image_id
     JOIN site home ON home.site_id = i.site_ids[1] JOIN site s ON s.site_id = c.site_id
     LEFT JOIN LATERAL price_of($organization_id, 'image.storage', now()) AS p ON true
    WHERE c.workspace_id = $workspace_id::bigint AND c.image_id = ANY ($image_ids::text[]) AND c.deleted_at IS NULL
      AND c.status = 'copying' AND c.created_at = now()::timestamptz(3)
    ORDER BY i.name, c.site_id`,
);

/**
 * Says which images a change brings to other sites, how large they are, and what the copies cost (docs/adr/0166). Asked
 * while the change is done.
 */
export async function adviceAboutBroughtImages(
  { rehearsal: { sql }, organizationId: organization_id, workspaceId: workspace_id }: Rehearsed,
  announced: readonly Announced[],
): Promise<string[]> {
  const image_ids = announced.filter(({ topic }) => topic === "vm_image").map(({ resource_id }) => resource_id);
  if (workspace_id === null || organization_id === null || image_ids.length === 0) return [];
  const rows = await sql.query(brought, { workspace_id, organization_id, image_ids });
  return rows.map(({ name, home_name, site_name, gb, monthly, currency }) => {
    const cost = monthly === null ? "" : `, and costs ${monthly} ${currency} a month until it is deleted`;
    return (
      `The image ${name} (${gb} GB) is brought from ${home_name} to ${site_name} first. ` +
      `The copy stays there for the next VM${cost}.`
    );
  });
}
