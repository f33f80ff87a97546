"use client";

import type { SecretVersion } from "@fulmar/contract";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { VersionStatusBadge } from "./store-status-badge.tsx";
import { VersionActions } from "./version-actions.tsx";

const column = columnsOf<SecretVersion>();

export const versionColumns = [
  column("version", "Version", (original) => <span className="font-medium tabular-nums">{original.version}</span>),
  column("status", "Status", (original) => <VersionStatusBadge status={original.status} />),
  column("encoding", "Kind", (original) => (original.encoding === "utf8" ? "text" : "bytes")),
  column("created", "Created", (original) => <DateTime iso={original.created_at} />),
  column("destroyed", "Destroyed", (original) =>
    original.destroyed_at === null ? (
      <span className="text-ink-subtle">no</span>
    ) : (
      <DateTime iso={original.destroyed_at} />
    ),
  ),
  column("actions", hiddenTitle("Actions"), (original) => <VersionActions version={original} />),
];
