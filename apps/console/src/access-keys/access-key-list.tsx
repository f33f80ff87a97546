"use client";

import type { AccessKey } from "@fulmar/contract";
import { TicketCheck } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { makerOf, PERMISSION_NAME, reachOf } from "./access-key-labels.ts";
import { accessKeyList } from "./access-key-queries.ts";
import { DeleteAccessKey } from "./delete-access-key.tsx";

const ACCESS_KEYS: ListedKind = {
  one: "access key",
  many: "access keys",
  icon: TicketCheck,
  purpose:
    "S3 clients such as rclone and the AWS CLI sign in with an access key. Give each program its own key, for " +
    "the buckets it needs.",
  next: { page: "access-keys/new", words: "Create an access key" },
  hint: "Search for another part of the name.",
};

const column = columnsOf<AccessKey>();

const columns = [
  column("name", "Name", (key) => (
    <NameCell page="access-keys" id={key.access_key_id} name={key.name} idLabel="access key id" />
  )),
  column("permission", "Permission", (key) => (
    <span className="whitespace-nowrap">{PERMISSION_NAME[key.permission]}</span>
  )),
  column("buckets", "Buckets", (key) => <span className="block min-w-32">{reachOf(key)}</span>),
  column("used", "Last used", (key) =>
    key.last_used_at === null ? <span className="text-ink-subtle">never</span> : <DateTime iso={key.last_used_at} />,
  ),
  column("expires", "Expires", (key) =>
    key.expires_at === null ? <span className="text-ink-subtle">never</span> : <DateTime iso={key.expires_at} />,
  ),
  column("created", "Created", (key) => (
    <div className="whitespace-nowrap">
      <DateTime iso={key.created_at} />
      {key.created_by !== null && <div className="text-ink-subtle text-xs">by {makerOf(key)}</div>}
    </div>
  )),
  column("actions", hiddenTitle("Actions"), (key) => <DeleteAccessKey accessKey={key} inRow />),
];

export function AccessKeyListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={accessKeyList}
      path={path}
      title="Access keys"
      lead="Credentials with which S3 clients reach the buckets of this workspace."
      kind={ACCESS_KEYS}
      newLabel="New access key"
      scope="object-storage.write"
      columns={columns}
      keyOf={({ access_key_id }) => access_key_id}
    />
  );
}
