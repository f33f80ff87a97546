import type { Configuration } from "@fulmar/config";
import { type Database, type Sql, statement } from "@fulmar/prisma";
import type { ImageSource } from "@fulmar/providers";
import { z } from "zod";
import { invalidField } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { serverOfSite } from "../work/site-providers.ts";
import { asOperator } from "./operated-site.ts";

/** The options of an image. Only an image that the catalog does not have needs all of them. */
export interface SiteImage {
  readonly siteId: string;
  readonly templateId: string;
  readonly source: ImageSource;
  readonly name: string | undefined;
  readonly distribution: string | undefined;
  readonly version: string | undefined;
  readonly minDiskGb: string | undefined;
}

const Described = z.strictObject({
  template: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,62}$/, "must consist of lower-case letters, digits, '.' and '-'"),
  name: z.string().min(1).max(63).optional(),
  distribution: z.string().min(1).max(63).optional(),
  version: z.string().min(1).max(63).optional(),
  min_disk_gb: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, "must be a number of gigabytes")
    .optional(),
});

const IMPORT_TIMEOUT_MS = 1_800_000;

const isListed = statement("image_listed", "SELECT FROM image WHERE template_id = $template_id");

/** Imported images come after those of the catalog. */
export const FIRST_IMPORTED = 1_000;

const offer = statement(
  "image_offer",
  `INSERT INTO image AS i (template_id, name, os_type, os_distro, version, min_disk_gb, site_ids, position)
   SELECT $template_id, $name, 'linux', $os_distro, $version, $min_disk_gb::int, ARRAY[$site_id],
          greatest(${FIRST_IMPORTED}, max(position) + 1) FROM image
       ON CONFLICT (template_id) DO UPDATE SET site_ids = array_remove(i.site_ids, $site_id) || $site_id`,
);

/**
 * Copies an image to a site's server and offers it there. Repeatable.
 * @throws DomainError 400 that names the option, 404, 503 with the server's message
 */
export async function importSiteImage(
  database: Pick<Database, "sql" | "transaction">,
  { secrets }: Pick<Configuration, "secrets">,
  { siteId, templateId, source, name, distribution, version, minDiskGb }: SiteImage,
): Promise<{ fingerprint: string }> {
  parseBy(Described, { template: templateId, name, distribution, version, min_disk_gb: minDiskGb });
  const { kind, server } = await serverOfSite(database.sql, secrets, siteId);
  if (!(await isImageListed(database.sql, templateId)) && [name, distribution, version].includes(undefined)) {
    throw invalidField(
      "name",
      "is required, with distribution and version, for an image that the catalog does not have yet",
    );
  }
  const fingerprint = await asOperator(
    (signal) => kind.importImage(server, templateId, source, signal),
    IMPORT_TIMEOUT_MS,
  );
  await offerImage(database, { siteId, templateId, name, distribution, version, minDiskGb });
  return { fingerprint };
}

/** Whether the catalog has an image. */
export async function isImageListed(sql: Sql, template_id: string): Promise<boolean> {
  return (await sql.query(isListed, { template_id })).length > 0;
}

/** Offers an image at a site that has it. Repeatable. */
export async function offerImage(
  database: Pick<Database, "transaction">,
  { siteId, templateId, name, distribution, version, minDiskGb }: Omit<SiteImage, "source">,
): Promise<void> {
  const row = {
    ...{ template_id: templateId, site_id: siteId, name: name ?? "", os_distro: distribution ?? "" },
    ...{ version: version ?? "", min_disk_gb: Number(minDiskGb ?? 5) },
  };
  await database.transaction(({ sql }) => sql.query(offer, row), { asAdopter: true });
}
