import { importSiteImage } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command, UsageError } from "../program.ts";

export const imageCommands = ({ answering }: Actions) => [
  command(
    "import",
    "Import an image into a site's server and offer it there; an image that the catalog does not have yet needs " +
      "name, distribution and version",
  )
    .requiredOption("--site <ID>", "the site")
    .requiredOption("--template <ID>", "the image's id in the catalog, such as debian-12")
    .option("--file <FILE>", "a root file system as squashfs or qcow2, or an archive with metadata.yaml")
    .option("--alias <NAME>", "instead of a file: the alias of an image that the server has already")
    .option("--cloud-init <yes|no>", "whether the image has cloud-init; by default, as its metadata says")
    .option("--name <NAME>", "its name")
    .option("--distribution <NAME>", "such as debian")
    .option("--version <TEXT>", "such as 12")
    .option("--min-disk-gb <GB>", "the smallest disk that it fits on, in gigabytes; by default 5")
    .action(
      answering(async ({ database, configuration }, options) => {
        const { fingerprint } = await importSiteImage(database, configuration, {
          siteId: options.site,
          templateId: options.template,
          source: { cloudInit: parseYesOrNo(options.cloudInit), ...originOf(options) },
          name: options.name,
          distribution: options.distribution,
          version: options.version,
          minDiskGb: options.minDiskGb,
        });
        return { site_id: options.site, template_id: options.template, fingerprint };
      }),
    ),
];

function parseYesOrNo(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== "yes" && text !== "no") throw new UsageError("--cloud-init must be yes or no.");
  return text === "yes";
}

function originOf({
  file,
  alias,
}: {
  readonly file?: string | undefined;
  readonly alias?: string | undefined;
}): { file: string } | { alias: string } {
  if (file !== undefined && alias === undefined) return { file };
  if (alias !== undefined && file === undefined) return { alias };
  throw new UsageError("Give either --file or --alias.");
}
