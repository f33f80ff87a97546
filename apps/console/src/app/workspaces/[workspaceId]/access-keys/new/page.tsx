import type { Metadata } from "next";
import { CreateAccessKeyPage } from "@/access-keys/create-access-key-page.tsx";
import { wholeInput } from "@/client/list.ts";
import { Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "New access key" };

export default async function NewAccessKeyPage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/access-keys/new">) {
  const { workspaceId } = await params;
  const { bucket } = await searchParams;
  return (
    <Prefetched load={({ trpc, ask }) => [ask(trpc.bucket.list.queryOptions(wholeInput(workspaceId)))]}>
      <CreateAccessKeyPage bucketName={typeof bucket === "string" ? bucket : undefined} />
    </Prefetched>
  );
}
