import { isIP } from "node:net";
import type { Secrets } from "@fulmar/config";
import { CONTAINER_FORMATS, type OperationById, type ParsedInput } from "@fulmar/contract";
import { isPublicAddress } from "@fulmar/edge-protocol";
import { type Sql, statement } from "@fulmar/prisma";
import type { Handler, RequestContext } from "../request/context.ts";
import { found, invalidField, signedOut } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { Sealer } from "../request/sealing/sealed-value.ts";
import { RUNS_AT_SITE, siteClosed } from "../site/index.ts";
import { OWN_COLUMNS, toImage } from "./image-columns.ts";

/** What is charged for what images store. */
const SKU = "image.storage";

const place = statement(
  "image_import_place",
  `SELECT s.site_id, s.closed_at, seen.instance_type, runs.architectures, runs.firmware, b.bucket_id, b.backend::text,
          EXISTS (SELECT FROM object o WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id
                     AND o.key = $object_key) AS object_known
     FROM (SELECT $site_id::text AS wanted) AS request
     LEFT JOIN site s ON s.site_id = request.wanted AND s.removed_at IS NULL
     LEFT JOIN site_capacity seen ON seen.site_id = s.site_id
     LEFT JOIN (SELECT site.site_id, ${RUNS_AT_SITE} FROM site) AS runs ON runs.site_id = s.site_id
     LEFT JOIN bucket b ON b.workspace_id = $workspace_id::bigint AND b.name = $bucket_name AND b.deleted_at IS NULL`,
);

const insert = statement(
  "image_import_insert",
  `WITH made AS (
     INSERT INTO vm_image (image_id, workspace_id, name, description, tags, source_type, source_id, site_id, os_type,
                           os_distro, version, architecture, firmware, min_disk_gb)
     VALUES ($image_id, $workspace_id::bigint, $name, $description, $tags::text[], $source_type, $source_id, $site_id,
             $os_type, $os_distro, $version, $architecture, $firmware, $min_disk_gb::int)
     RETURNING *
   ), wanted AS (
     INSERT INTO image_import (workspace_id, image_id, format, sealed_url, bucket_name, object_key, signer_id, sha256)
     SELECT workspace_id, image_id, $format, $sealed_url::bytea, $bucket_name, $object_key, $signer_id, $sha256
       FROM made
   )
   SELECT ${OWN_COLUMNS} FROM made i`,
);

const sealedPage = statement(
  "image_import_sealed",
  `SELECT image_id AS id, sealed_url AS sealed FROM image_import
    WHERE image_id > $after ORDER BY image_id LIMIT 500`,
);

const replace = statement(
  "image_import_reseal",
  `UPDATE image_import i SET sealed_url = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE i.image_id = u.id AND i.sealed_url = u.former RETURNING i.image_id`,
);

/** A URL may hold a credential, so it is sealed, and bound to its image. */
export const sealerOfUrls = (secrets: Secrets) => new Sealer(secrets, "urls of imported images");

type Input = ParsedInput<OperationById<"image.import">>;

/** Accepts an image of a file, which a worker fetches. */
export const importImage: Handler<"image.import"> = async (context, input) => {
  const { sql, workspace, configuration } = context;
  const { site_id, url, bucket_name = null, object_key = null, min_disk_gb } = input;
  if (url !== undefined) requirePublic(url, configuration.webhookPrivateTargets);
  const row = await sql.one(place, {
    workspace_id: workspace.id,
    site_id,
    bucket_name: bucket_name ?? "",
    object_key: object_key ?? "",
  });
  if (bucket_name !== null) requireObject(row);
  if (row.site_id === null) throw invalidField("site_id", "is not a site of the installation");
  if (row.instance_type === "container" && !CONTAINER_FORMATS.includes(input.format))
    throw invalidField("format", `must be ${CONTAINER_FORMATS.join(" or ")} at this site, which runs containers alone`);
  requireRun(input, row);
  if (row.closed_at !== null) throw siteClosed();
  // How much is stored shows when it is there: at most the whole disk.
  await context.admit({ skuCode: SKU, quantity: min_disk_gb });
  const image_id = newId("img");
  const { name, description, tags, format, sha256, os_type, os_distro, version, architecture, firmware } = input;
  const made = await sql.one(insert, {
    ...{ workspace_id: workspace.id, image_id, name, description, tags, site_id, min_disk_gb },
    ...{ os_type, os_distro, version, architecture, firmware, format, sha256, bucket_name, object_key },
    ...sourceOf(input),
    sealed_url: url === undefined ? null : sealerOfUrls(configuration.secrets).seal(url, image_id),
    signer_id: url === undefined ? signerOf(context) : null,
  });
  return toImage(made);
};

/** What the record of the image shows. A query may hold a credential. */
function sourceOf({ url, bucket_name, object_key }: Input) {
  if (url === undefined) return { source_type: "object", source_id: `${bucket_name}/${object_key}` };
  const { origin, pathname } = new URL(url);
  return { source_type: "url", source_id: `${origin}${pathname}` };
}

/** @throws DomainError 400 for a machine that no host of the site runs (docs/adr/0175) */
function requireRun(
  { architecture, firmware }: Input,
  told: { readonly architectures: readonly string[] | null; readonly firmware: readonly string[] | null },
): void {
  if (told.architectures?.includes(architecture) === false)
    throw invalidField("architecture", `must be ${told.architectures.join(" or ")} at this site`);
  if (firmware === undefined || told.firmware?.includes(firmware) !== false) return;
  const only = told.firmware.length === 0 ? "must be left out" : `must be ${told.firmware.join(" or ")}`;
  throw invalidField("firmware", `${only} at this site`);
}

/** The token or the session by which the worker reads the object, so that the import ends with it. */
function signerOf({ caller }: RequestContext): string {
  const id = caller.type === "token" ? caller.id : caller.sessionId;
  if (id === null) throw signedOut();
  return id;
}

/** @throws DomainError 404, or 400 for a bucket that the object store of the installation does not have */
function requireObject(row: { bucket_id: string | null; backend: string | null; object_known: boolean | null }): void {
  found(row.bucket_id ?? undefined, "bucket");
  if (row.backend !== "embedded")
    throw invalidField(
      "bucket_name",
      "names a bucket in a region with a server of its own; send a presigned url of the object instead",
      "unsupported_by_region",
    );
  found(row.object_known === true ? row : undefined, "object");
}

/** @throws DomainError 400. Names are resolved and checked on each connection (fetch-file.ts) */
export function requirePublic(url: string, privateTargets: boolean): void {
  if (privateTargets) return;
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:") throw invalidField("url", "must begin with https://");
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw invalidField("url", "must have a public address");
}

/** Seals with the first secret what is sealed with another. @returns how many values it sealed again */
export function resealImageUrls(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(sealerOfUrls(secrets), {
    batch: (after) => sql.query(sealedPage, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
