import { listOffers, type OfferKind, restoreOffer, retireOffer } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command, UsageError } from "../program.ts";

export const catalogCommands = ({ answering }: Actions) => [
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
