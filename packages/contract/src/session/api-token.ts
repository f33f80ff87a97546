import { z } from "zod";
import { Name, WorkspaceId } from "../kernel/fields.ts";
import { ALL_SCOPES } from "../kernel/scopes.ts";

export const WorkspacePolicy = z.enum(["entire_organization", "specific_workspaces"]);
export type WorkspacePolicy = z.infer<typeof WorkspacePolicy>;

/** What makes an API token (spec: Authentication). The command line and the console's form are held to the same rules. */
export const NewApiToken = z
  .strictObject({
    name: Name,
    scopes: z.array(z.enum(ALL_SCOPES)).min(1, "choose at least one scope"),
    workspace_policy: WorkspacePolicy,
    workspace_ids: z.array(WorkspaceId).max(1000),
    expires_at: z.iso.datetime({ precision: 3 }).nullable(),
  })
  .superRefine((token, context) => {
    const specific = token.workspace_policy === "specific_workspaces";
    if (specific && token.workspace_ids.length === 0) {
      context.addIssue({ code: "custom", path: ["workspace_ids"], message: "choose at least one workspace" });
    }
    if (!specific && token.workspace_ids.length > 0) {
      context.addIssue({ code: "custom", path: ["workspace_ids"], message: "must be empty for a token of the entire organization" });
    }
    if (token.expires_at !== null && Date.parse(token.expires_at) <= Date.now()) {
      context.addIssue({ code: "custom", path: ["expires_at"], message: "must be in the future" });
    }
  });
export type NewApiToken = z.infer<typeof NewApiToken>;

/** An API token as lists show it. Its value was shown once, when it was made. */
export interface ApiTokenRecord {
  readonly token_id: string;
  readonly name: string;
  /** The beginning of the value, to tell tokens apart. */
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly workspace_policy: WorkspacePolicy;
  readonly workspace_ids: readonly string[];
  /** The person who made it; null when it was made on the command line. */
  readonly created_by: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}
