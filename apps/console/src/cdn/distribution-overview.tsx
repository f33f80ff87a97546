"use client";

import Link from "next/link";
import { useSkuPrices } from "@/client/sku-price.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts } from "@/components/facts.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Deployment } from "./deployment.tsx";
import { useDistribution } from "./distribution-frame.tsx";
import { policyName } from "./policy-name.ts";

export function DistributionOverview() {
  const { workspaceId } = useWorkspace();
  const distribution = useDistribution();
  const price = useSkuPrices("cdn")("cdn.distribution");
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
          ["Costs", price ? `${price.monthly} a month` : null],
          ["Created", <DateTime key="created" iso={distribution.created_at} />],
          [
            "Changed",
            distribution.updated_at === null ? null : <DateTime key="changed" iso={distribution.updated_at} />,
          ],
        ]}
      />
      <Deployment distribution={distribution} />
    </div>
  );
}
