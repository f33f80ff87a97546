"use client";

import { maySetRole, nameOfRole, ROLES, type Role } from "@fulmar/contract";
import type { UseFormRegisterReturn } from "react-hook-form";
import { FieldMessage } from "@/components/field.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

const MEANS: Readonly<Record<Role, string>> = {
  owner: "Full control, including owners",
  admin: "Everything except making or removing owners",
  developer: "Manages every resource, but not members, tokens or funds",
  billing: "Sees funds, usage and prices, but no resources",
  viewer: "Sees every resource, but changes nothing and reads no secret values",
  secret_reader: "Like a viewer, and also reads secret values",
};

/** The roles with descriptions. Roles that only owners may grant are disabled for others. */
export function RoleChoice({ field, error }: { field: UseFormRegisterReturn; error: string | undefined }) {
  const { organization } = useWorkspace();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Role</legend>
      <div className="divide-y divide-line rounded-lg border border-line-strong">
        {ROLES.map((role) => {
          const allowed = maySetRole(organization.role, role);
          return (
            <label
              key={role}
              className="flex cursor-pointer items-start gap-3 px-3.5 py-2.5 has-disabled:cursor-not-allowed
                has-disabled:text-ink-subtle"
            >
              <input type="radio" value={role} {...field} disabled={!allowed} className="mt-1 accent-accent" />
              <span>
                <span className="font-medium inline-block whitespace-nowrap first-letter:uppercase">
                  {nameOfRole(role)}
                </span>
                <span className="block text-ink-muted text-xs">
                  {allowed ? MEANS[role] : "Only an owner may give this role"}
                </span>
              </span>
            </label>
          );
        })}
      </div>
      <div className="mt-1.5 text-xs empty:hidden">
        <FieldMessage label="Role" error={error} choice />
      </div>
    </fieldset>
  );
}
