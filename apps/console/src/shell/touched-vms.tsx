"use client";

import { useQueries } from "@tanstack/react-query";
import Link from "next/link";
import { Fragment } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { workspaceHref } from "./destinations.ts";
import { useWorkspace } from "./workspace.tsx";

/** The VMs that are named. More of them are a link to the filtered list. */
const NAMED = 10;

/** The VMs of the workspace that announced maintenance touches: up to ten by name, more as links to their lists. */
export function TouchedVms({ announcementId }: { announcementId: string }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const input = { workspace_id: workspaceId, announcement_id: announcementId, limit: NAMED + 1 };
  const [cloud, gpu] = useQueries({
    queries: [trpc.cloudVm.list.queryOptions(input), trpc.gpuVm.list.queryOptions(input)],
  });
  if (cloud.data === undefined || gpu.data === undefined) return null;
  const kinds = [
    { page: "cloud-vms", words: "cloud VMs", vms: cloud.data.items },
    { page: "gpu-vms", words: "GPU VMs", vms: gpu.data.items },
  ].filter(({ vms }) => vms.length > 0);
  if (kinds.length === 0) return <p className="text-ink-muted text-xs">It touches no VM of this workspace.</p>;
  return (
    <p className="text-ink-muted text-xs">
      It touches{" "}
      {kinds.map(({ page, words, vms }, index) => (
        <Fragment key={page}>
          {index > 0 && " and "}
          {vms.length > NAMED ? (
            <Link
              href={workspaceHref(workspaceId, `${page}?announcement_id=${announcementId}`)}
              prefetch={false}
              className="rounded underline"
            >
              {`more than ${NAMED} ${words}`}
            </Link>
          ) : (
            vms.map(({ id, name }, at) => (
              <Fragment key={id}>
                {at > 0 && ", "}
                <Link href={workspaceHref(workspaceId, `${page}/${id}`)} prefetch={false} className="rounded underline">
                  {name}
                </Link>
              </Fragment>
            ))
          )}
        </Fragment>
      ))}
      .
    </p>
  );
}
