import { rolesWith, type Scope } from "@fulmar/contract";
import type { FormEvent, ReactNode } from "react";
import { problemOf } from "@/client/problem.ts";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { Button } from "./button.tsx";
import { PageHeader } from "./page-header.tsx";
import { ProblemNotice } from "./problem-panel.tsx";
import { RoleGate } from "./role-gate.tsx";

/**
 * The page of a form that creates a resource. Members whose role may not send it see who may.
 * @param list the resource's list: its title, and its page below the workspace
 * @param verbPhrase the action, as it follows "may": "create VPCs"
 * @param sent the mutation: its error stands above the fields, and the button is busy until the page is left
 * @param after what stands behind the button, such as the request for programs
 */
export function CreatePage({
  list,
  title,
  lead,
  scope,
  verbPhrase,
  sent,
  onSubmit,
  button,
  after,
  children,
}: {
  list: { readonly label: string; readonly page: string };
  title: string;
  lead?: ReactNode;
  scope: Scope;
  verbPhrase: string;
  sent: { readonly error: unknown; readonly isPending: boolean; readonly isSuccess: boolean };
  onSubmit: (event: FormEvent) => Promise<void>;
  button: string;
  after?: ReactNode;
  children: ReactNode;
}) {
  const { workspaceId } = useWorkspace();
  return (
    <div className="max-w-2xl">
      <PageHeader
        crumbs={[{ label: list.label, href: workspaceHref(workspaceId, list.page) }]}
        title={title}
        lead={lead}
      />
      <RoleGate may={rolesWith(scope)} verbPhrase={verbPhrase}>
        <form noValidate onSubmit={(event) => void onSubmit(event)} className="space-y-6">
          {sent.error ? <ProblemNotice problem={problemOf(sent.error)} /> : null}
          {children}
          <Button type="submit" look="primary" busy={sent.isPending || sent.isSuccess}>
            {button}
          </Button>
          {after}
        </form>
      </RoleGate>
    </div>
  );
}
