import { importSiteImage } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { UsageError } from "../usage-error.ts";

export const importImageCommand = defineCommand({
  name: "admin image import",
  about:
    "Put an image on a site's server and offer it there; one that the catalog does not have yet needs name, distribution and version",
  options: {
    site: { value: "ID", about: "the site" },
    template: { value: "ID", about: "the image's id in the catalog, such as debian-12" },
    file: {
      value: "FILE",
      about: "a root file system as squashfs or qcow2, or an archive with metadata.yaml",
      optional: true,
    },
    alias: { value: "NAME", about: "in place of a file: what the server has it by already", optional: true },
    "cloud-init": {
      value: "yes|no",
      about: "whether the image has cloud-init; by default what it says itself",
      optional: true,
    },
    name: { value: "NAME", about: "what it is called", optional: true },
    distribution: { value: "NAME", about: "such as debian", optional: true },
    version: { value: "TEXT", about: "such as 12", optional: true },
    "min-disk-gb": { value: "GB", about: "the smallest disk that it fits on; by default 5", optional: true },
  },
  async run({ database, configuration }, options) {
    const cloudInit = CLOUD_INIT.get(options["cloud-init"]);
    if (options["cloud-init"] !== undefined && cloudInit === undefined)
      throw new UsageError("--cloud-init must be yes or no.");
    const { fingerprint } = await importSiteImage(database, configuration, {
      siteId: options.site,
      templateId: options.template,
      source: { cloudInit, ...originOf(options) },
      name: options.name,
      distribution: options.distribution,
      version: options.version,
      minDiskGb: options["min-disk-gb"],
    });
    return { site_id: options.site, template_id: options.template, fingerprint };
  },
});

const CLOUD_INIT: ReadonlyMap<string | undefined, boolean> = new Map([
  ["yes", true],
  ["no", false],
]);

function originOf({
  file,
  alias,
}: {
  readonly file: string | undefined;
  readonly alias: string | undefined;
}): { file: string } | { alias: string } {
  if (file !== undefined && alias === undefined) return { file };
  if (alias !== undefined && file === undefined) return { alias };
  throw new UsageError("Give either --file or --alias.");
}
