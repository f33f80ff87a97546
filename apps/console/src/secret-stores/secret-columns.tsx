"use client";

import type { Secret } from "@fulmar/contract";
import { columnsOf } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { TagList } from "@/components/tag-list.tsx";

const column = columnsOf<Secret>();

export const secretColumns = [
  column("key", "Key", (secret) => (
    <div className="min-w-40 py-2">
      <PromptLink
        href={`/workspaces/${secret.workspace_id}/secret-stores/${secret.store_id}/secrets/${secret.id}`}
        className="rounded font-medium font-mono text-[13px] [overflow-wrap:anywhere] hover:underline hover:underline-offset-2"
      >
        {secret.key}
      </PromptLink>
      {secret.description !== "" && (
        <div className="max-w-80 truncate text-ink-muted text-xs">{secret.description}</div>
      )}
    </div>
  )),
  column("version", "Version", (secret) => <span className="tabular-nums">{secret.version}</span>),
  column("tags", "Tags", (secret) => <TagList tags={secret.tags} oneLine />),
  column("expires", "Expires", (secret) => <SecretExpiry expiresAt={secret.expires_at} />),
  column("changed", "Changed", (secret) => <DateTime iso={secret.updated_at} />),
  column("created", "Created", (secret) => <DateTime iso={secret.created_at} />),
];

/** The columns of deleted secrets. They show how long each can be restored. */
export const deletedSecretColumns = [
  ...secretColumns.slice(0, 3),
  column(
    "restorable",
    "Can be restored until",
    (secret) => secret.restorable_until !== null && <DateTime iso={secret.restorable_until} />,
  ),
];

export function SecretExpiry({ expiresAt }: { expiresAt: string | null }) {
  if (expiresAt === null) return <span className="text-ink-subtle">never</span>;
  const over = Date.parse(expiresAt) <= Date.now();
  return (
    <span className={over ? "text-bad" : ""}>
      {over && "expired "}
      <DateTime iso={expiresAt} />
    </span>
  );
}
