"use client";

import type { CdnDeployment, CdnDistribution } from "@fulmar/contract";
import { CDN_CACHE_POLICIES } from "@fulmar/contract/cdn";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import Link from "next/link";
import { useCostThisMonth } from "@/billing/cost-this-month.tsx";
import { refreshEvery } from "@/client/live.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { RelatedResources } from "@/related/related-resources.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { useDistribution } from "./distribution-frame.tsx";
import { POLICY_NAME } from "./distribution-labels.tsx";
import { distributionInput } from "./distribution-queries.ts";

export function DistributionOverview() {
  const { workspaceId } = useWorkspace();
  const distribution = useDistribution();
  const price = useSkuPrices("cdn")("cdn.distribution");
  const cost = useCostThisMonth(distribution.id);
  return (
    <div className="space-y-6">
      <Facts
        label="Distribution"
        facts={[
          ["Id", <Copyable key="id" text={distribution.id} label="id" />],
          ["Default URL", <Copyable key="url" text={distribution.default_url} label="URL" />],
          [
            "Custom domains",
            distribution.custom_domains.length === 0 ? "none" : distribution.custom_domains.join(", "),
          ],
          [
            "Origin",
            distribution.origin_type === "bucket" ? (
              <span key="origin">
                bucket{" "}
                <Link
                  href={`/workspaces/${workspaceId}/buckets/${distribution.origin_id}`}
                  className="rounded font-medium underline underline-offset-2"
                >
                  {distribution.origin_id}
                </Link>
              </span>
            ) : (
              <Copyable key="origin" text={distribution.origin_id} label="origin" />
            ),
          ],
          ["Cache policy", policyName(distribution.cache_policy)],
          ["Price", price ? `${price.monthly} a month` : null],
          cost,
          ["Created", <DateTime key="created" iso={distribution.created_at} />],
          [
            "Changed",
            distribution.updated_at === null ? null : <DateTime key="changed" iso={distribution.updated_at} />,
          ],
        ]}
      />
      <Deployment distribution={distribution} />
      <RelatedResources type="cdn_distribution" id={distribution.id} />
    </div>
  );
}

/** The live progress of the settings' deployment to the edge. */
function Deployment({ distribution }: { distribution: CdnDistribution }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.cdnDeployment.get.queryOptions(distributionInput(workspaceId, distribution.id)),
    refetchInterval: ({ state }) =>
      refreshEvery(distribution.status === "deploying" || (state.data?.pending_changes ?? false)),
  });
  return (
    <section aria-label="Deployment" className="rounded-lg border border-line bg-surface p-5 shadow-card">
      <h2 className="font-semibold">Deployment</h2>
      <Loaded query={query} skeleton={<BlockSkeleton className="mt-2 h-10" />}>
        {(deployment) => <Progress deployment={deployment} />}
      </Loaded>
    </section>
  );
}

function Progress({ deployment }: { deployment: CdnDeployment }) {
  const { pending_changes, deployed_at, failed_attempts, next_attempt_at, error_message } = deployment;
  return (
    <div className="mt-2 space-y-2">
      <p className="flex items-center gap-2" role="status">
        {error_message !== null ? (
          <CircleAlert className="size-4 shrink-0 text-bad" aria-hidden />
        ) : pending_changes ? (
          <LoaderCircle className="size-4 shrink-0 animate-spin text-busy" aria-hidden />
        ) : (
          <CircleCheck className="size-4 shrink-0 text-good" aria-hidden />
        )}
        {pending_changes
          ? "The edge has not applied the latest settings yet."
          : deployed_at === null
            ? "The edge does not serve this distribution."
            : "The edge has applied the latest settings."}
      </p>
      {error_message !== null && (
        <p role="alert" className="text-bad">
          {error_message}
          {failed_attempts > 0 && ` Tried ${failed_attempts === 1 ? "once" : `${failed_attempts} times`} so far.`}
        </p>
      )}
      <p className="text-ink-muted text-xs">
        {deployed_at !== null && (
          <>
            Last applied <DateTime iso={deployed_at} />.
          </>
        )}{" "}
        {next_attempt_at !== null && pending_changes && (
          <>
            Next attempt <DateTime iso={next_attempt_at} />.
          </>
        )}
      </p>
    </div>
  );
}

/** A cache policy in words. Unknown policies appear unchanged. */
function policyName(policy: string): string {
  const known = CDN_CACHE_POLICIES.find((each) => each === policy);
  return known === undefined ? policy : POLICY_NAME[known];
}
