"use client";

import { useQuery } from "@tanstack/react-query";
import { Globe, Plus } from "lucide-react";
import { useState } from "react";
import { refreshEvery } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { AddDomain } from "./add-domain.tsx";
import { CustomDomain } from "./custom-domain.tsx";
import { useDistribution } from "./distribution-frame.tsx";
import { distributionInputs } from "./distribution-queries.ts";

/** The names under which a distribution is served. */
export function DomainsPage() {
  const { workspaceId, roleRefusal } = useWorkspace();
  const distribution = useDistribution();
  const trpc = useTRPC();
  const [adding, setAdding] = useState(false);
  const query = useQuery({
    ...trpc.cdnCustomDomain.list.queryOptions(distributionInputs(workspaceId, distribution.id).distribution),
    refetchInterval: refreshEvery(false),
  });
  const failed =
    distribution.status === "failed"
      ? "The distribution was never deployed, so it serves no domain; delete it and create a new one."
      : null;
  return (
    <Section
      title="Custom domains"
      lead={
        <>
          Always served as <Copyable text={distribution.default_domain} label="default domain" />
        </>
      }
      actions={
        <Button look="primary" refusal={roleRefusal("cdn.write") ?? failed} onClick={() => setAdding(true)}>
          <Plus className="size-4" aria-hidden />
          Add domain
        </Button>
      }
    >
      <Loaded query={query} skeleton={<BlockSkeleton />}>
        {({ custom_domains }) =>
          custom_domains.length === 0 ? (
            <Panel icon={<Globe className="size-5" aria-hidden />} title="No custom domains yet">
              <p>
                Serve it under a name of your own. Two DNS records prove that the name is yours and lead it here; the
                certificate follows by itself.
              </p>
            </Panel>
          ) : (
            <ul aria-label="Custom domains" className="space-y-4">
              {custom_domains.map((domain) => (
                <CustomDomain key={domain.domain} distributionId={distribution.id} listed={domain} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddDomain distributionId={distribution.id} open={adding} onClose={() => setAdding(false)} />
    </Section>
  );
}
