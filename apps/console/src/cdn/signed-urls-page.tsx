"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useTRPC } from "@/client/trpc.ts";
import { ButtonLink } from "@/components/button.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useDistribution } from "./distribution-frame.tsx";
import { originInput } from "./distribution-queries.ts";
import { GenerateUrlForm } from "./generate-url-form.tsx";

/** URLs under which single objects are served, to whoever has the URL. */
export function SignedUrlsPage() {
  const { workspaceId } = useWorkspace();
  const distribution = useDistribution();
  const trpc = useTRPC();
  const buckets = useQuery(trpc.bucket.list.queryOptions(originInput(workspaceId)));
  const origin = distribution.origin_type === "bucket" ? distribution.origin_id : undefined;
  return (
    <Section
      title="Generate a URL"
      lead="For one object of a bucket, private or public. Whoever has the URL may read the object until it expires."
      actions={
        <ButtonLink href={`/workspaces/${workspaceId}/cdn/signing-keys`}>
          <KeyRound className="size-4" aria-hidden />
          Signing keys
        </ButtonLink>
      }
    >
      <Loaded query={buckets} skeleton={<BlockSkeleton />}>
        {({ items }) => <GenerateUrlForm buckets={items} origin={origin} />}
      </Loaded>
    </Section>
  );
}
