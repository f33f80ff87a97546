// What a worker does in place of somebody: changes in workspaces, with the rights that they have now (docs/adr/0134).
import type { Configuration } from "@fulmar/config";
import type { Database, Sql } from "@fulmar/prisma";
import { createAdmission } from "./billing/index.ts";
import { areDependentsGoing, type GroupServices } from "./compute/index.ts";
import { constraintErrors } from "./constraint-errors.ts";
import { foresee } from "./foresight/index.ts";
import { handlers } from "./handlers.ts";
import { KeptAnswers } from "./request/answers/kept-answers.ts";
import { fingerprintKeys } from "./request/change/idempotency.ts";
import { WorkspaceWork } from "./request/change/workspace-work.ts";
import { DomainError } from "./request/domain-error.ts";
import type { Vault } from "./request/sealing/vault.ts";
import { identifyUser } from "./tenancy/index.ts";
import { enterAsToken } from "./token/index.ts";

/** Changes in workspaces, as requests make them. No answer is kept: they have no idempotency keys. */
export function createChanges(database: Database, configuration: Configuration, vault: Vault): WorkspaceWork {
  return new WorkspaceWork({
    ...{ database, configuration, vault, handlers, foresee, constraintErrors },
    keptAnswers: new KeptAnswers(configuration.secrets, {}),
    fingerprintKeys: fingerprintKeys(configuration.secrets),
    admission: createAdmission(configuration),
    isGoing: (workspaceId, ids) => areDependentsGoing(database.sql, workspaceId, ids),
  });
}

/** A member or a token as they are now. */
export function enterAs(sql: Sql): GroupServices["enterAs"] {
  const identify = identifyUser(sql);
  return async ({ type, id }, workspace) => {
    if (type === "token") return enterAsToken(sql, id, workspace);
    const by = { workspaceId: workspace.id, sourceIp: undefined };
    const { caller, workspace: theirs } = await identify({ kind: "session", userId: id }, by).catch(noLonger);
    if (theirs === null) return noLonger();
    return { workspace: theirs, caller: { ...caller, organizationId: theirs.organizationId, sessionId: null } };
  };
}

function noLonger(): never {
  throw new DomainError("forbidden", "Who changed the group last may no longer use the workspace.", {
    code: "workspace_forbidden",
  });
}
