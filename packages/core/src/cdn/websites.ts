import {
  type CdnRedirect,
  type CdnResponseHeader,
  type CdnWebsite,
  DEFAULT_INDEX_DOCUMENT,
  endlessRedirect,
  type PutCdnWebsite,
} from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { invalidField, notFound } from "../request/domain-error.ts";
import { DistributionRepository } from "./distributions.ts";
import { defaultDomainOf, tellEdge } from "./edge.ts";

/** A distribution with its settings; null all together when nobody has set any. */
export interface WebsiteRow {
  distribution_id: string;
  pending_changes: boolean;
  index_document: string | null;
  error_document: string | null;
  spa: boolean | null;
  redirects: CdnRedirect[] | null;
  headers: CdnResponseHeader[] | null;
  updated_at: Date | null;
}

const get = statement(
  "cdn_website_get",
  `SELECT d.distribution_id, d.revision > d.deployed_revision AS pending_changes,
          w.index_document, w.error_document, w.spa, w.redirects, w.headers, w.updated_at
     FROM cdn_distribution d LEFT JOIN cdn_website w ON w.workspace_id = d.workspace_id AND w.distribution_id = d.distribution_id
    WHERE d.workspace_id = $1::bigint AND d.distribution_id = $2`,
);

// The edge hears of it only when something is different.
const put = statement(
  "cdn_website_put",
  `WITH changed AS (
     INSERT INTO cdn_website AS w (workspace_id, distribution_id, index_document, error_document, spa, redirects, headers)
     VALUES ($1::bigint, $2, $3, $4, $5::boolean, $6::jsonb, $7::jsonb)
         ON CONFLICT (workspace_id, distribution_id) DO UPDATE
        SET index_document = excluded.index_document, error_document = excluded.error_document, spa = excluded.spa, redirects = excluded.redirects,
            headers = excluded.headers, updated_at = now()
      WHERE (w.index_document, w.error_document, w.spa, w.redirects, w.headers)
            IS DISTINCT FROM (excluded.index_document, excluded.error_document, excluded.spa, excluded.redirects, excluded.headers)
     RETURNING w.workspace_id, w.distribution_id
   )
   UPDATE cdn_distribution d SET ${tellEdge()} FROM changed WHERE d.workspace_id = changed.workspace_id AND d.distribution_id = changed.distribution_id`,
);

/** The website settings of one workspace's distributions. */
export class WebsiteRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** @returns undefined when there is no such distribution */
  async get(distributionId: string): Promise<WebsiteRow | undefined> {
    const [row] = await this.#sql.queryAs<WebsiteRow>(get, [this.#workspaceId, distributionId]);
    return row;
  }

  /** Changes nothing, `updated_at` neither, when the settings are so already. */
  async put(
    distributionId: string,
    { index_document, error_document, spa, redirects, headers }: PutCdnWebsite,
  ): Promise<void> {
    const values = [
      this.#workspaceId,
      distributionId,
      index_document,
      error_document,
      spa,
      JSON.stringify(redirects),
      JSON.stringify(headers),
    ];
    await this.#sql.queryAs(put, values);
  }
}

export function toWebsite(row: WebsiteRow): CdnWebsite {
  return {
    distribution_id: row.distribution_id,
    index_document: row.index_document ?? DEFAULT_INDEX_DOCUMENT,
    error_document: row.error_document,
    spa: row.spa ?? false,
    redirects: row.redirects ?? [],
    headers: row.headers ?? [],
    pending_changes: row.pending_changes,
    updated_at: toTimestamp(row.updated_at),
  };
}

export const getWebsite: Handler<"cdnWebsite.get"> = async ({ sql, workspace }, { distribution_id }) => {
  const row = await new WebsiteRepository(sql, workspace.id).get(distribution_id);
  if (row === undefined) throw notFound("CDN distribution");
  return toWebsite(row);
};

export const putWebsite: Handler<"cdnWebsite.put"> = async ({ sql, workspace }, { distribution_id, ...settings }) => {
  const distribution = await new DistributionRepository(sql, workspace.id).get(distribution_id);
  if (distribution === undefined) throw notFound("CDN distribution");
  const source = endlessRedirect(settings.redirects, [
    defaultDomainOf(distribution_id),
    ...distribution.custom_domains,
  ]);
  if (source !== undefined)
    throw invalidField(
      "redirects",
      `must not send visitors around in circles: ${source} leads back to itself or on and on`,
    );
  const websites = new WebsiteRepository(sql, workspace.id);
  await websites.put(distribution_id, settings);
  const row = await websites.get(distribution_id);
  if (row === undefined) throw notFound("CDN distribution");
  return toWebsite(row);
};
