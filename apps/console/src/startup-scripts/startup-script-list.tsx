"use client";

import type { StartupScript } from "@fulmar/contract";
import { ScrollText } from "lucide-react";
import { formatBytes } from "@/client/format.ts";
import type { WorkspacePath } from "@/client/list.ts";
import { columnsOf, hiddenTitle } from "@/components/data-table.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { NameCell } from "@/components/name-cell.tsx";
import type { ListedKind } from "@/components/resource-list.tsx";
import { DeleteStartupScript } from "./delete-startup-script.tsx";
import { startupScriptList } from "./startup-script-queries.ts";

const STARTUP_SCRIPTS: ListedKind = {
  one: "startup script",
  many: "startup scripts",
  icon: ScrollText,
  purpose: "Keep a script or cloud-config once, and give it to every VM that needs it.",
  next: { page: "startup-scripts/new", words: "Add a startup script" },
  hint: "Search for another part of the name.",
};

const column = columnsOf<StartupScript>();

const columns = [
  column("name", "Name", (script) => (
    <NameCell page="startup-scripts" id={script.startup_script_id} name={script.name} idLabel="Startup script id" />
  )),
  column("size", "Size", (script) => formatBytes(script.size_bytes)),
  column("created", "Added", (script) => <DateTime iso={script.created_at} />),
  column("actions", hiddenTitle("Actions"), (script) => <DeleteStartupScript startupScript={script} inRow />),
];

export function StartupScriptListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={startupScriptList}
      path={path}
      title="Startup scripts"
      lead="Scripts that VMs run at their first boot. A VM has a copy, and keeps it when one is deleted here."
      kind={STARTUP_SCRIPTS}
      newLabel="New startup script"
      scope="vm.write"
      columns={columns}
      keyOf={({ startup_script_id }) => startup_script_id}
    />
  );
}
