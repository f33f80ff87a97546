// The starter catalog or a file (docs/adr/0157), and images that workers bring to sites (docs/adr/0151).
import { type CatalogComparison, CatalogFile, isOfFile, MOST_CATALOG_BYTES } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { readCurrency } from "../billing/index.ts";
import { compareCatalog, exportCatalog, importWithin, starterCatalog } from "../catalog/index.ts";
import { requirePublic } from "../images/index.ts";
import type { Handler } from "../request/context.ts";
import { conflict, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { isImageListed, sealSiteRequest } from "../site/index.ts";
import { refuseFenced, writeDecision } from "./unknown-resources.ts";

const shown = ({ currency }: CatalogFile, items: CatalogComparison["items"]) => ({
  currency,
  items: items.map(({ kind, id, state, detail }) => ({ kind, id, state, detail })),
});

export const getStarterCatalog: Handler<"operatorCatalog.get"> = async ({ sql }) => {
  const catalog = starterCatalog();
  return shown(catalog, [...(await compareCatalog(sql, catalog))]);
};

export const exportCatalogFile: Handler<"operatorCatalog.export"> = async (context) => {
  const file = await exportCatalog(context);
  // A page saves it indented.
  if (Buffer.byteLength(JSON.stringify(file, null, 2)) <= MOST_CATALOG_BYTES) return file;
  throw conflict(
    "catalog_not_a_file",
    "The catalog is larger than a request, 1 MiB; retire plans at single sites, or use `admin catalog export`.",
  );
};

/** Imports the file that is the body, or the starter catalog (docs/adr/0157). */
export const importCatalogOf: Handler<"operatorCatalog.import"> = async ({ sql }, body) => {
  const { update, ...file } = body;
  const catalog = isOfFile(body) ? CatalogFile.parse(file) : starterCatalog();
  if (!isOfFile(body)) await requireStarterCurrency(sql, catalog);
  return shown(catalog, [...(await importWithin(sql, catalog, update))]);
};

/** @throws DomainError 409 where the installation has another currency, which no field of the request names */
async function requireStarterCurrency(sql: Sql, catalog: CatalogFile): Promise<void> {
  const currency = await readCurrency(sql);
  if (currency === catalog.currency) return;
  throw conflict(
    "other_currency",
    `The starter catalog has prices in ${catalog.currency}, and the installation sells in ${currency}; import a file of ` +
      "your own, or make plans.",
  );
}

const place = statement(
  "operator_image_import_place",
  `SELECT s.name, s.provider, s.setup_state, f.reason, i.owner_workspace_id IS NOT NULL AS owned
     FROM site s LEFT JOIN site_fence f ON f.provider = s.provider LEFT JOIN image i ON i.template_id = $template_id
    WHERE s.site_id = $site_id AND s.removed_at IS NULL`,
);

export const importCatalogImage: Handler<"operatorImage.import"> = async (context, { template_id, ...wanted }) => {
  const { sql, configuration } = context;
  const { site_id, ...asked } = wanted;
  const request = { ...asked, sha256: asked.sha256.toLowerCase() };
  requirePublic(request.url, configuration.webhookPrivateTargets);
  const site = await sql.maybe(place, { site_id, template_id });
  if (site === undefined) throw invalidField("site_id", "is not a site of the installation");
  if (site.owned === true)
    throw invalidField("template_id", "must not be an image of a workspace; publish that one instead");
  refuseFenced(site);
  if (site.setup_state !== null)
    throw conflict(
      "site_not_connected",
      "The site's server is not connected yet; check it, or renew its certificates.",
    );
  const { name, os_distro, version } = request;
  if (!(await isImageListed(sql, template_id)) && [name, os_distro, version].includes(undefined))
    throw invalidField("name", "must be there, with os_distro and version: the catalog does not have the image yet");
  const decision_id = newId("dec");
  return writeDecision(context, {
    ...{ decision_id, site_id, provider: site.provider, action: "import", kind: "image", resource_id: template_id },
    ...{ name: name ?? template_id, reason: "Offer the image there." },
    request_sealed: sealSiteRequest(configuration.secrets, decision_id, request),
  });
};
