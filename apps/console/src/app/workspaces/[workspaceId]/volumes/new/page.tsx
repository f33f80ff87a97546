import type { Metadata } from "next";
import { sitesQuestion, skusQuestion } from "@/client/catalog-questions.ts";
import { Prefetched } from "@/server/prefetch.tsx";
import { CreateVolumePage } from "@/volumes/create-volume.tsx";
import { snapshotQuestion, volumeQuestion } from "@/volumes/volume-queries.ts";

export const metadata: Metadata = { title: "New volume" };

export default async function NewVolumePage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/volumes/new">) {
  const path = await params;
  const { volume_id, snapshot_id } = await searchParams;
  const from =
    typeof volume_id === "string" && typeof snapshot_id === "string" ? { volume_id, snapshot_id } : undefined;
  return (
    <Prefetched
      load={({ trpc, ask }) => [
        ask(sitesQuestion(trpc, path)),
        ask(skusQuestion(trpc, path, "block-storage")),
        ...(from === undefined
          ? []
          : [
              ask(snapshotQuestion(trpc, path, from)),
              ask(volumeQuestion(trpc, { ...path, volumeId: from.volume_id })),
            ]),
      ]}
    >
      <CreateVolumePage key={from?.snapshot_id ?? ""} from={from} />
    </Prefetched>
  );
}
