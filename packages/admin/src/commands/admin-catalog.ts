import { readFileSync } from "node:fs";
import {
  exportCatalog,
  importCatalog,
  listOffers,
  type OfferKind,
  parseCatalog,
  restoreOffer,
  retireOffer,
  starterCatalog,
} from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command, UsageError } from "../program.ts";

export const catalogCommands = ({ answering, reporting, answeringOf }: Actions) => [
  command("import", "Make the prices, plans and images of a file that are not there yet, and say what differs")
    .argument("[file]", "such as export writes; by default, the starter catalog of this release")
    .option("--update", "make what differs as in the file, too: prices from the next hour on; sizes of plans stay")
    .option("--dry-run", "only say what would be done")
    .action(
      answeringOf(async ({ database }, file, { update = false, dryRun = false }) => ({
        catalog: (await importCatalog(database, contentOf(file), { update, dryRun })).map(
          ({ kind, id, state, detail }) => ({ kind, id, state, detail }),
        ),
      })),
    ),
  command("export", "Write prices, plans and images as the file that import takes").action(
    reporting(async ({ database }) => {
      const json = await exportCatalog(database);
      return { text: `${JSON.stringify(json, null, 2)}\n`, json };
    }),
  ),
  command("list", "List plans and images, retired ones too, with the number of VMs that have them").action(
    answering(async ({ database }) => ({
      catalog: (await listOffers(database)).map(({ kind, id, name, sites, vms, retired_at }) => ({
        ...{ kind, id, name },
        sites: String(sites),
        vms: String(vms),
        retired_at: retired_at?.toISOString() ?? null,
      })),
    })),
  ),
  ...[
    {
      name: "retire",
      about: "Offer a plan or an image to no new VM, resize or rebuild; VMs that have it keep it",
      decide: retireOffer,
    },
    { name: "restore", about: "Offer a retired plan or image again", decide: restoreOffer },
  ].map(({ name, about, decide }) =>
    command(name, about)
      .option("--plan <ID>", "the plan")
      .option("--image <ID>", "or the image, such as debian-12")
      .action(
        answering(async ({ database }, options) => {
          const { kind, id } = chosen(options);
          const { name: shown, retired_at } = await decide(database, kind, id);
          return { kind, id, name: shown, retired_at: retired_at?.toISOString() ?? null };
        }),
      ),
  ),
];

function chosen({ plan, image }: { readonly plan?: string | undefined; readonly image?: string | undefined }): {
  kind: OfferKind;
  id: string;
} {
  if (plan !== undefined && image === undefined) return { kind: "plan", id: plan };
  if (image !== undefined && plan === undefined) return { kind: "image", id: image };
  throw new UsageError("Give either --plan or --image.");
}

function contentOf(file: string | undefined) {
  if (file === undefined) return starterCatalog();
  try {
    // Some editors begin a file with a byte order mark (RFC 8259, section 8.1).
    return parseCatalog(JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, "")));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${file} is not JSON: ${error.message}.`);
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new UsageError(`There is no file ${file}.`);
    throw error;
  }
}
