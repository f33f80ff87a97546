import { conflict, DomainError } from "../request/domain-error.ts";

/** Constraint names that other code compares with. */
export const WORKSPACE_NAME = "workspace_organization_id_name_key";
export const ADDRESS = "user_email_key";

export function workspaceNameTaken(): DomainError {
  return conflict("name_taken", "The organization has another workspace of this name; choose another name.");
}

export function alreadyMember(): DomainError {
  return conflict(
    "already_member",
    "This person is a member of the organization already; change their role in the list of members.",
  );
}

export function ownersOnly(): DomainError {
  return new DomainError("forbidden", "Only owners may decide who is an owner; ask one of them.", {
    code: "role_insufficient",
  });
}

/** Refusals by the name of the constraint, for changes of an organization or of a deleted workspace. */
export const tenancyConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  [WORKSPACE_NAME]: workspaceNameTaken,
  member_pkey: alreadyMember,
  member_last_owner: () =>
    conflict("last_owner", "This member is the last owner of the organization; make another member an owner first."),
  organization_unused_limit: () =>
    conflict(
      "too_many_unused_organizations",
      "You have created 5 organizations whose wallets were never filled; use one of them, or have its wallet filled " +
        "to create another.",
    ),
  invitation_open_unique: () =>
    conflict("already_invited", "This address already has an invitation; revoke it to create another one."),
  workspace_is_open: () =>
    new DomainError("forbidden", "This workspace has been deleted; nothing can be changed in it.", {
      code: "workspace_forbidden",
    }),
};
