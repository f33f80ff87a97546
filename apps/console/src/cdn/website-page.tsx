"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useDistribution } from "./distribution-frame.tsx";
import { distributionInput } from "./distribution-queries.ts";
import { WebsiteForm } from "./website-form.tsx";

/**
 * The website settings of a distribution. The form keeps the values from when it was opened: it is not refetched while
 * the user edits.
 */
export function WebsitePage() {
  const { workspaceId } = useWorkspace();
  const distribution = useDistribution();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.cdnWebsite.get.queryOptions(distributionInput(workspaceId, distribution.id)),
    refetchOnWindowFocus: false,
  });
  return (
    <Loaded query={query} skeleton={<BlockSkeleton className="h-96" />}>
      {(website) => <WebsiteForm key={website.updated_at ?? ""} distribution={distribution} website={website} />}
    </Loaded>
  );
}
