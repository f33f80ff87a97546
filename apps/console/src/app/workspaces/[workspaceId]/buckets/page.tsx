import type { Metadata } from "next";
import { BucketListPage } from "@/buckets/bucket-list.tsx";
import { bucketList } from "@/buckets/bucket-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Buckets" };

export default listRoute(bucketList, BucketListPage);
