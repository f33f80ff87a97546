// The catalog of a new installation: the starter catalog or a file (docs/adr/0157), and images that a worker brings to
// sites (docs/adr/0151).
import { z } from "zod";
import { MOST_DISK_GB } from "../compute/image-states.ts";
import { defineOperation } from "../declaration/operation.ts";
import { shownAs } from "../declaration/shown-as.ts";
import { ResourceId } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { CatalogFile, CatalogImport } from "./catalog-file.ts";
import { CATALOG_IMAGE_FORMATS, CATALOG_KINDS, CATALOG_STATES } from "./site-providers.ts";
import { OperatorSiteDecision } from "./unknown-resources.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;
const Words = keptAs("trim", z.string().trim().min(1).max(63)).optional();

export const CatalogImageImport = z
  .strictObject({
    template_id: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{0,62}$/,
        "must consist of small letters, digits, '.' and '-', and begin with a letter or digit",
      )
      .describe("The image's id in the catalog, such as debian-13."),
    site_id: ResourceId,
    url: z
      .url({ protocol: /^https?$/, error: "must be an http:// or https:// URL" })
      .max(2000)
      .refine(
        (url) => !URL.canParse(url) || new URL(url).username + new URL(url).password === "",
        "must have no user name and password",
      )
      .register(shownAs, { shown_as: "secret" })
      .describe("Of the file. A worker fetches it by https from a public address. Its query may hold a credential."),
    sha256: z.string().regex(/^[0-9a-fA-F]{64}$/, "must be the 64 hexadecimal digits of the file's SHA-256"),
    format: z.enum(CATALOG_IMAGE_FORMATS),
    name: Words.describe("Of an image that the catalog does not have yet, as are `os_distro` and `version`."),
    os_distro: Words,
    version: Words,
    min_disk_gb: z.int().min(1).max(MOST_DISK_GB).default(5).describe("The smallest disk that it fits on."),
    cloud_init: z.boolean().optional().describe("Whether it has cloud-init. By default, as its metadata says."),
  })
  .meta({
    id: "CatalogImageImport",
    examples: [
      {
        ...{
          template_id: "debian-13",
          site_id: "site-ber-1",
          url: "https://cloud.example.com/debian-13.qcow2",
          format: "qcow2",
        },
        ...{ sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" },
        ...{ name: "Debian 13", os_distro: "debian", version: "13", min_disk_gb: 10 },
      },
    ],
  });

const operatorImageImport = defineOperation({
  ...shared,
  id: "operatorImage.import",
  resource: "site_decision",
  method: "POST",
  path: "/operator/images/import",
  summary: "Import an image to a site from a URL, and offer it there",
  description:
    "A worker fetches the file, compares its SHA-256 and checks its headers. The decision shows the " +
    "result. A simulated site boots every image, so nothing is fetched.",
  body: CatalogImageImport,
  output: OperatorSiteDecision,
  errors: ["not_found", "conflict"],
});

export const CatalogComparison = z
  .strictObject({
    /** The currency of the catalog's prices. */
    currency: z.string(),
    /** What an import found of the catalog, or would find. */
    items: z.array(
      z.strictObject({
        kind: z.enum(CATALOG_KINDS),
        id: z.string(),
        /** `absent`: an import makes it. `differs`: it is there, is not as in the catalog, and stays as it is. */
        state: z.enum(CATALOG_STATES),
        detail: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "CatalogComparison" });
export type CatalogComparison = z.infer<typeof CatalogComparison>;

const compared = {
  ...shared,
  resource: "starter_catalog",
  path: "/operator/catalog",
  output: CatalogComparison,
} as const;

const operatorCatalogGet = defineOperation({
  ...compared,
  id: "operatorCatalog.get",
  method: "GET",
  summary: "Compare the starter catalog of the release with what the installation has",
});

const operatorCatalogImport = defineOperation({
  ...compared,
  id: "operatorCatalog.import",
  method: "PUT",
  summary: "Create the missing prices, plans and images of a catalog",
  description:
    "The body is a catalog as `GET /operator/catalog/file` answers it, with `format` 1. Without one it " +
    "is the starter catalog of the release. Existing entries stay as they are, unless `update` says " +
    "otherwise. Prices must be in the currency of the installation. Repeatable.",
  body: CatalogImport,
  errors: ["conflict"],
});

const operatorCatalogExport = defineOperation({
  ...shared,
  id: "operatorCatalog.export",
  resource: "starter_catalog",
  method: "GET",
  path: "/operator/catalog/file",
  summary: "Export the installation's catalog as the file that an import takes",
  description:
    "It has the prices of the standard book that apply in an hour, and plans and images, including " +
    "retired ones. Importing it again changes nothing. Plans that are sold only to some organizations " +
    "and images of workspaces are left out, and so are later prices and other price books.",
  output: CatalogFile,
  errors: ["conflict"],
});

export const operatorCatalogOperations = [
  operatorImageImport,
  operatorCatalogGet,
  operatorCatalogImport,
  operatorCatalogExport,
] as const;
