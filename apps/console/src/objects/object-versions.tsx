"use client";

import type { ObjectVersion } from "@fulmar/contract";
import { Download, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useVersioning } from "@/buckets/bucket-versioning.tsx";
import { formatBytes } from "@/client/format.ts";
import { problemOf } from "@/client/problem.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { ConfirmChange } from "@/components/confirm.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DialogButton, type DialogState } from "@/components/dialog-button.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { ProblemNotice } from "@/components/problem-panel.tsx";
import { StatusBadge } from "@/components/status-badge.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { lastName } from "./object-names.ts";
import { useBucketPlace } from "./use-objects-address.ts";
import { useVersionActions } from "./version-actions.ts";
import { useVersionPages } from "./version-pages.ts";

const PAGE_SIZE = 20;

/** The versions of an object, in a bucket that has or had versioning. */
export function ObjectVersions({ objectKey }: { objectKey: string }) {
  const { bucketName } = useBucketPlace();
  const versioning = useVersioning(bucketName);
  if (versioning.data === undefined || versioning.data.status === "off") return null;
  return (
    <section aria-label="Versions" className="min-w-0">
      <h3 className="mb-2 font-medium">Versions</h3>
      <VersionList objectKey={objectKey} />
    </section>
  );
}

function VersionList({ objectKey }: { objectKey: string }) {
  const query = useVersionPages({ object_key: objectKey, limit: PAGE_SIZE });
  if (query.status === "error") return <ProblemNotice problem={problemOf(query.error)} />;
  if (query.status === "pending") return <BlockSkeleton />;
  const versions = query.data.pages.flatMap(({ items }) => items);
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {versions.map((version) => (
          <VersionLine key={version.version_id} version={version} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className="mt-3" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function VersionLine({ version }: { version: ObjectVersion }) {
  const { roleRefusal } = useWorkspace();
  const { download, restore } = useVersionActions();
  const [busy, setBusy] = useState(false);
  const { is_latest, is_delete_marker, size, last_modified } = version;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <div className="mr-auto min-w-0">
        <DateTime iso={last_modified} />
        <p className="text-ink-muted text-xs">
          {is_delete_marker ? "Delete marker" : formatBytes(size ?? 0)}
          {version.legal_hold && ", legal hold"}
        </p>
      </div>
      {is_latest && <StatusBadge tone="good">current</StatusBadge>}
      <div className="flex gap-1">
        {!is_delete_marker && (
          <Button look="quiet" aria-label="Download this version" onClick={() => download(version)}>
            <Download className="size-4" aria-hidden />
          </Button>
        )}
        {!is_latest && !is_delete_marker && (
          <Button
            look="quiet"
            aria-label="Restore this version"
            busy={busy}
            refusal={roleRefusal("object-storage.write")}
            onClick={() => {
              setBusy(true);
              void restore(version).finally(() => setBusy(false));
            }}
          >
            <RotateCcw className="size-4" aria-hidden />
          </Button>
        )}
        <DialogButton
          look="quiet"
          aria-label="Delete this version"
          refusal={roleRefusal("object-storage.delete") ?? keepReason(version)}
          dialog={(state) => <DeleteVersion {...state} version={version} />}
        >
          <Trash2 className="size-4" aria-hidden />
        </DialogButton>
      </div>
    </li>
  );
}

/** Why a version cannot be deleted; null if it can. */
function keepReason({ legal_hold, retained_until }: ObjectVersion): string | null {
  if (legal_hold) return "The version is under legal hold.";
  return retained_until === null ? null : "The version is under retention.";
}

function DeleteVersion({ open, onClose, version }: DialogState & { version: ObjectVersion }) {
  const trpc = useTRPC();
  const { inputOf, refresh } = useVersionActions();
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={`Delete this version of ${lastName(version.key)}?`}
      lead={
        version.is_latest
          ? "The version before it becomes the object. This cannot be undone."
          : "Its bytes are gone then. This cannot be undone."
      }
      action="Delete version"
      change={trpc.objectVersion.delete}
      input={inputOf(version)}
      plan={trpc.changePlan.objectVersion.delete}
      onDone={async () => {
        notify.done(`Deleted a version of ${lastName(version.key)}`);
        await refresh();
      }}
    />
  );
}
