"use client";

import type { Bucket } from "@fulmar/contract";
import { bytesInWords } from "@/client/bytes.ts";
import { useSkuPrices } from "@/client/sku-price.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts } from "@/components/facts.tsx";

/** What a bucket is, field by field. */
export function BucketFacts({ bucket }: { bucket: Bucket }) {
  const price = useSkuPrices("object-storage")(`bucket.${bucket.plan}`);
  return (
    <Facts
      label="Bucket"
      facts={[
        ["Name", <Copyable key="name" text={bucket.name} label="name" />],
        ["Objects", (bucket.object_count ?? 0).toLocaleString("en")],
        ["Size", bytesInWords(bucket.total_size ?? 0)],
        ["Region", bucket.region],
        ["Site", bucket.site_name ?? bucket.site_id],
        ["Status", bucket.status],
        ["Object lock", bucket.bucket_lock_enabled ? "on" : "off"],
        ["Plan", price ? `${bucket.plan}, ${price.monthly} a month` : bucket.plan],
        ["Created", bucket.created_at === null ? null : <DateTime key="created" iso={bucket.created_at} />],
        ["Changed", bucket.updated_at === null ? null : <DateTime key="changed" iso={bucket.updated_at} />],
      ]}
    />
  );
}
