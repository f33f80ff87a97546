"use client";

import type { SshKey } from "@fulmar/contract";
import { KeySquare } from "lucide-react";
import type { WorkspacePath } from "@/client/list.ts";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { DeleteSshKey } from "./delete-ssh-key.tsx";
import { sshKeyList } from "./ssh-key-queries.ts";

const SSH_KEYS: ListedKind = {
  one: "SSH key",
  many: "SSH keys",
  icon: KeySquare,
  purpose: "Add the public keys of people and programs once, and choose them when you create a VM.",
  next: { page: "ssh-keys/new", words: "Add an SSH key" },
  hint: "Search for another part of the name.",
};

const column = columnsOf<SshKey>();

const columns = [
  column("name", "Name", (key) => (
    <NameCell page="ssh-keys" id={key.ssh_key_id} name={key.name} idLabel="SSH key id" />
  )),
  column("fingerprint", "Fingerprint", (key) => <span className="break-all font-mono text-xs">{key.fingerprint}</span>),
  column("created", "Added", (key) => <DateTime iso={key.created_at} />),
  column("actions", hiddenTitle("Actions"), (key) => <DeleteSshKey sshKey={key} inRow />),
];

export function SshKeyListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={sshKeyList}
      path={path}
      title="SSH keys"
      lead="Public keys that VMs are created with. A VM keeps its keys when one is deleted here."
      kind={SSH_KEYS}
      newLabel="New SSH key"
      scope="vm.write"
      columns={columns}
      keyOf={({ ssh_key_id }) => ssh_key_id}
    />
  );
}
