"use client";

import type { Bucket } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { Database } from "lucide-react";
import { formatBytes } from "@/client/format.ts";
import { type WorkspacePath, wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list.ts";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ProtectedSign } from "@/components/deletion-protection.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { KeptActions } from "@/deletion/kept-actions.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import { bucketList } from "./bucket-queries.ts";
import { VisibilityBadge } from "./visibility-badge.tsx";

const BUCKETS: ListedKind = {
  one: "bucket",
  many: "buckets",
  icon: Database,
  purpose:
    "A bucket stores any number of files of any size. Programs reach it with an access key; a CDN distribution " +
    "can serve it to everybody.",
  next: { page: "buckets/new", words: "Create a bucket" },
  hint: "Search for another part of the name, or choose another region, tag or state.",
};

const column = columnsOf<Bucket>();

const columns = [
  column("name", "Name", (bucket) => <BucketName bucket={bucket} />),
  column("visibility", "Visibility", (bucket) => <VisibilityBadge isPublic={bucket.is_public} />),
  column("objects", "Objects", (bucket) => (
    <span className="tabular-nums">{(bucket.object_count ?? 0).toLocaleString("en")}</span>
  )),
  column("size", "Size", (bucket) => (
    <span className="whitespace-nowrap tabular-nums">{formatBytes(bucket.total_size ?? 0)}</span>
  )),
  column("region", "Region", (bucket) => <span className="whitespace-nowrap">{bucket.region}</span>),
  column("lock", "Object lock", (bucket) => (bucket.bucket_lock_enabled ? "on" : "off")),
  column("created", "Created", (bucket) => bucket.created_at !== null && <DateTime iso={bucket.created_at} />),
];

export function BucketListPage(path: WorkspacePath) {
  const trpc = useTRPC();
  const { choice } = useListChoice(bucketList);
  const deleted = choice.deleted !== undefined;
  const regions = useQuery(trpc.region.list.queryOptions(wholeInput(path.workspaceId))).data?.items;
  return (
    <ListPage
      list={bucketList}
      path={path}
      title="Buckets"
      lead="Objects by name, as S3 clients read and write them."
      kind={BUCKETS}
      newLabel="New bucket"
      scope="object-storage.write"
      filters={{
        region: ["Region", regions?.map(({ region }) => [region, region] as const) ?? []],
        tag: ["Tag", trpc.overview.tags.queryOptions({ workspace_id: path.workspaceId, type: "bucket" })],
        deleted: ["State", () => "deleted, can be restored"],
      }}
      // Also above an empty list, because its filter finds deleted buckets that can be restored.
      toolbar="always"
      columns={deleted ? keptBucketColumns : columns}
      {...(!deleted && { columnsKeptAs: "buckets" })}
      sortedBy={{ name: "name", created: "created_at" }}
      keyOf={({ name }) => name}
    />
  );
}

/** A bucket's name is its id. */
function BucketName({ bucket: { name, deletion_protection } }: { bucket: Bucket }) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="min-w-40">
      <PromptLink
        href={`/workspaces/${workspaceId}/buckets/${name}`}
        className="rounded font-medium [overflow-wrap:anywhere] hover:underline hover:underline-offset-2"
      >
        {name}
      </PromptLink>
      <ProtectedSign isProtected={deletion_protection} />
    </div>
  );
}

/** The columns of deleted buckets that can be restored. */
const keptBucketColumns = [
  column("name", "Name", (bucket) => <span className="font-medium [overflow-wrap:anywhere]">{bucket.name}</span>),
  column("objects", "Objects", (bucket) => (
    <span className="tabular-nums">{(bucket.object_count ?? 0).toLocaleString("en")}</span>
  )),
  column("size", "Size", (bucket) => (
    <span className="whitespace-nowrap tabular-nums">{formatBytes(bucket.total_size ?? 0)}</span>
  )),
  column(
    "restorable",
    "Can be restored until",
    (bucket) => bucket.restorable_until !== undefined && <DateTime iso={bucket.restorable_until} />,
  ),
  column("actions", hiddenTitle("Actions"), (bucket) => <KeptBucketActions name={bucket.name} />),
];

function KeptBucketActions({ name }: { name: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const trpc = useTRPC();
  const target = { workspace_id: workspaceId, bucket_name: name };
  return (
    <KeptActions
      what="bucket"
      name={name}
      refusal={roleRefusal("object-storage.write") ?? roleRefusal("object-storage.delete")}
      restored={`Restored ${name}`}
      input={target}
      restore={trpc.bucket.restore}
      purge={trpc.bucket.purge}
      plan={trpc.changePlan.bucket.purge}
    />
  );
}
