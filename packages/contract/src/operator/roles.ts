import type { Operation } from "../declaration/operation.ts";

/** The scopes of who runs the installation. Every operation of the installation needs one of them. */
export const OPERATOR_SCOPES = {
  "operator.read": "Read the installation: its operators, organizations, people, catalog, prices and sites",
  "operator.write": "Change the installation, and act on organizations and people",
} as const;

export type OperatorScope = keyof typeof OPERATOR_SCOPES;
export const ALL_OPERATOR_SCOPES = Object.keys(OPERATOR_SCOPES) as readonly OperatorScope[];

/** The roles of people who run the installation. `support` reads and changes nothing. */
export const OPERATOR_ROLES = ["operator", "support"] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export const OPERATOR_ROLE_SCOPES: Readonly<Record<OperatorRole, readonly OperatorScope[]>> = {
  operator: ALL_OPERATOR_SCOPES,
  support: ["operator.read"],
};

/** The scope that an operation of the installation needs. */
export function operatorScopeOf({ safe }: Pick<Operation, "safe">): OperatorScope {
  return safe ? "operator.read" : "operator.write";
}
