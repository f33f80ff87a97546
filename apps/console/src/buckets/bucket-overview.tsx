"use client";

import { BucketAccess } from "./bucket-access.tsx";
import { BucketConnection } from "./bucket-connection.tsx";
import { BucketFacts } from "./bucket-facts.tsx";
import { useBucket } from "./bucket-frame.tsx";

export function BucketOverview() {
  const bucket = useBucket();
  return (
    <div className="space-y-10">
      <BucketFacts bucket={bucket} />
      <BucketAccess bucket={bucket} />
      <BucketConnection bucket={bucket} />
    </div>
  );
}
