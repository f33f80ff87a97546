import {
  CdnRedirect,
  CdnResponseHeader,
  type CdnWebsite,
  DEFAULT_INDEX_DOCUMENT,
  endlessRedirect,
} from "@fulmar/contract";
import { type RowOf, statement } from "@fulmar/prisma";
import { z } from "zod";
import { toTimestamp } from "../query/wire-form.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { found, invalidField } from "../request/domain-error.ts";
import { readDistribution } from "./distributions.ts";
import { CdnDomain, queueDeployment } from "./edge.ts";

const get = statement(
  "cdn_website_get",
  `SELECT d.distribution_id, d.revision > d.deployed_revision AS pending_changes,
          w.index_document, w.error_document, w.spa, w.redirects, w.headers, w.updated_at
     FROM cdn_distribution d
     LEFT JOIN cdn_website w ON w.workspace_id = d.workspace_id AND w.distribution_id = d.distribution_id
    WHERE d.workspace_id = $workspace_id::bigint AND d.distribution_id = $distribution_id`,
);

/** A distribution with its settings, which are all null if none were set. */
type WebsiteRow = RowOf<typeof get>;

// Unchanged settings do not make a deployment due.
const put = statement(
  "cdn_website_put",
  `WITH changed AS (
     INSERT INTO cdn_website AS w (workspace_id, distribution_id, index_document, error_document, spa, redirects,
                                   headers)
     VALUES ($workspace_id::bigint, $distribution_id, $index_document, $error_document, $spa::boolean,
             $redirects::jsonb, $headers::jsonb)
         ON CONFLICT (workspace_id, distribution_id) DO UPDATE
        SET index_document = excluded.index_document, error_document = excluded.error_document, spa = excluded.spa,
            redirects = excluded.redirects,
            headers = excluded.headers, updated_at = now()
      WHERE (w.index_document, w.error_document, w.spa, w.redirects, w.headers)
            IS DISTINCT FROM (excluded.index_document, excluded.error_document, excluded.spa, excluded.redirects,
                              excluded.headers)
     RETURNING w.workspace_id, w.distribution_id
   )
   UPDATE cdn_distribution d SET ${queueDeployment()} FROM changed
    WHERE d.workspace_id = changed.workspace_id AND d.distribution_id = changed.distribution_id`,
);

type StoredSettings = Pick<WebsiteRow, "index_document" | "error_document" | "spa" | "redirects" | "headers">;

/** Returns the settings that apply to a distribution: the stored ones or the defaults. */
export function websiteSettings({ index_document, error_document, spa, redirects, headers }: StoredSettings) {
  return {
    index_document: index_document ?? DEFAULT_INDEX_DOCUMENT,
    error_document,
    spa: spa ?? false,
    redirects: z.array(CdnRedirect).parse(redirects ?? []),
    headers: z.array(CdnResponseHeader).parse(headers ?? []),
  };
}

function toWebsite({ distribution_id, pending_changes, updated_at, ...stored }: WebsiteRow): CdnWebsite {
  return { distribution_id, ...websiteSettings(stored), pending_changes, updated_at: toTimestamp(updated_at) };
}

async function readWebsite({ sql, workspace }: InWorkspace, distribution_id: string): Promise<CdnWebsite> {
  return toWebsite(found(await sql.maybe(get, { workspace_id: workspace.id, distribution_id }), "CDN distribution"));
}

export const getWebsite: Handler<"cdnWebsite.get"> = (context, { distribution_id }) =>
  readWebsite(context, distribution_id);

/** Writes the settings. If nothing changes, not even `updated_at` is written. */
export const putWebsite: Handler<"cdnWebsite.put"> = async (context, { distribution_id, ...settings }) => {
  const { sql, workspace, configuration } = context;
  const { custom_domains } = await readDistribution(context, distribution_id);
  const { redirects, headers } = settings;
  const source = endlessRedirect(redirects, [new CdnDomain(configuration).of(distribution_id), ...custom_domains]);
  if (source !== undefined)
    throw invalidField("redirects", `must not redirect in a loop: ${source} leads back to itself or never ends`);
  await sql.query(put, {
    workspace_id: workspace.id,
    distribution_id,
    ...settings,
    redirects: JSON.stringify(redirects),
    headers: JSON.stringify(headers),
  });
  return readWebsite(context, distribution_id);
};
