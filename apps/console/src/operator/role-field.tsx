"use client";

import { OPERATOR_ROLES, type OperatorRole } from "@fulmar/contract";
import type { UseFormRegisterReturn } from "react-hook-form";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";

const ROLES: Readonly<Record<OperatorRole, readonly [title: string, means: string]>> = {
  operator: ["Operator", "Sees the installation, and changes it"],
  support: ["Support", "Sees the installation, and changes nothing"],
};

/** The choice of what somebody who runs the installation may do. */
export function OperatorRoleField({ field, error }: { field: UseFormRegisterReturn; error?: string | undefined }) {
  return (
    <ChoiceGroup legend="Role" error={error}>
      {OPERATOR_ROLES.map((role) => (
        <ChoiceCard key={role} title={ROLES[role][0]} value={role} {...field}>
          {ROLES[role][1]}
        </ChoiceCard>
      ))}
    </ChoiceGroup>
  );
}
