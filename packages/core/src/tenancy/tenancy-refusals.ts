import { conflict, DomainError } from "../request/domain-error.ts";

/** The constraints that people run into, by their names in the database. */
export const WORKSPACE_NAME = "workspace_organization_id_name_key";
export const ADDRESS = "user_email_key";
export const LAST_OWNER = "member_last_owner";
export const ALREADY_MEMBER = "member_pkey";
export const OPEN_INVITATION = "invitation_open_unique";

export function workspaceNameTaken(): DomainError {
  return conflict("name_taken", "The organization has another workspace of this name; choose another name.");
}

export function lastOwner(): DomainError {
  return conflict(
    "last_owner",
    "This is the last owner, and an organization keeps one; make somebody else an owner first.",
  );
}

export function noSuchWorkspace(): DomainError {
  return new DomainError(
    "not_found",
    "There is no such workspace in this organization, or not any more; reload the page.",
  );
}

export function noSuchMember(): DomainError {
  return new DomainError("not_found", "There is no such member, or not any more; reload the page.");
}

export function noSuchInvitation(): DomainError {
  return new DomainError("not_found", "There is no such invitation; check the link, or ask for a new one.");
}

/** What a workspace that has ended answers to a change that was under way. */
export const tenancyConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  workspace_is_open: () =>
    new DomainError("forbidden", "This workspace has been deleted; nothing can be changed in it.", {
      code: "workspace_forbidden",
    }),
};
