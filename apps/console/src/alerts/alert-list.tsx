"use client";

import type { WorkspacePath } from "@/client/list.ts";
import { ButtonLink } from "@/components/button.tsx";
import { ListPage } from "@/components/list-page.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { ALERTS, alertColumns } from "./alert-columns.tsx";
import { alertList } from "./alert-queries.ts";

/** The alerts that fire now, and those of the last 90 days. */
export function AlertListPage(path: WorkspacePath) {
  return (
    <ListPage
      list={alertList}
      path={path}
      title="Alerts"
      lead="Firing alerts, and those of the last 90 days."
      kind={ALERTS}
      newLabel="New alert rule"
      scope="alert.write"
      links={<ButtonLink href={workspaceHref(path.workspaceId, "alert-rules")}>Alert rules</ButtonLink>}
      filters={{ status: ["Status"] }}
      columns={alertColumns}
      keyOf={({ alert_id }) => alert_id}
    />
  );
}
