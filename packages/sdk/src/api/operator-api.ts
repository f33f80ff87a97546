// Generated from the contract by `npm run generate`.

import type { List } from "../list.ts";
import type { Planned } from "../plans.ts";
import type { CallOptions } from "../transport.ts";
import type {
  CreatedOperatorToken,
  CreditLimit,
  NewOperator,
  NewOperatorToken,
  Operator,
  OperatorEvent,
  OperatorOrganization,
  OperatorOrganizationDetail,
  OperatorPlan,
  OperatorRoleChoice,
  OperatorSelf,
  OperatorToken,
  OrganizationSuspension,
  TopUp,
} from "./operator-schemas.ts";

import type {
  Timestamp,
} from "./schemas.ts";

/** The operations of the installation, by resource. */
export interface InstallationApi {
  readonly operator: OperatorApi;
  readonly operatorToken: OperatorTokenApi;
  readonly operatorEvent: OperatorEventApi;
  readonly operatorOrganization: OperatorOrganizationApi;
}

/** What the changes of the installation would do, by resource. Nothing is changed. */
export interface InstallationPlans {
  readonly operator: Planned<OperatorApi, "add" | "setRole" | "remove", OperatorPlan>;
  readonly operatorToken: Planned<OperatorTokenApi, "create" | "revoke", OperatorPlan>;
  readonly operatorOrganization: Planned<OperatorOrganizationApi, "suspend" | "resume" | "topUp" | "setCredit", OperatorPlan>;
}

export interface OperatorListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface OperatorGetInput {
  user_id: string;
}

export interface OperatorSetRoleInput extends OperatorRoleChoice {
  user_id: string;
}

export interface OperatorRemoveInput {
  user_id: string;
}

export interface OperatorTokenListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface OperatorTokenGetInput {
  token_id: string;
}

export interface OperatorTokenRevokeInput {
  token_id: string;
}

export interface OperatorEventListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  organization_id?: string | undefined;
  actor_id?: string | undefined;
  resource_id?: string | undefined;
}

export interface OperatorOrganizationListInput {
  /** @default 100 */
  limit?: number | undefined;
  cursor?: string | undefined;
  /** Its normal form is `trim`. */
  search?: string | undefined;
  suspended?: boolean | undefined;
}

export interface OperatorOrganizationGetInput {
  organization_id: string;
}

export interface OperatorOrganizationSuspendInput extends OrganizationSuspension {
  organization_id: string;
}

export interface OperatorOrganizationResumeInput {
  organization_id: string;
}

export interface OperatorOrganizationTopUpInput extends TopUp {
  organization_id: string;
}

export interface OperatorOrganizationSetCreditInput extends CreditLimit {
  organization_id: string;
}

export interface OperatorApi {
  /**
   * Say who the caller is, and which operator scopes they have.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  self(input?: Record<never, never>, options?: CallOptions): Promise<OperatorSelf>;

  /**
   * List the people who run the installation.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorListInput, options?: CallOptions): List<Operator>;

  /**
   * Get one of the people who run the installation.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorGetInput, options?: CallOptions): Promise<Operator>;

  /**
   * Make somebody with an account an operator, or let them read.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  add(input: NewOperator, options?: CallOptions): Promise<Operator>;

  /**
   * Change the role of somebody who runs the installation.
   *
   * The last operator stays one. With the role support, their operator tokens are revoked.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setRole(input: OperatorSetRoleInput, options?: CallOptions): Promise<Operator>;

  /**
   * Take the role from somebody who runs the installation.
   *
   * Their account stays. Their operator tokens are revoked. The last operator stays one.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  remove(input: OperatorRemoveInput, options?: CallOptions): Promise<{
    user_id: string;
  }>;
}

export interface OperatorTokenApi {
  /**
   * List the operator tokens in force, newest first.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorTokenListInput, options?: CallOptions): List<OperatorToken>;

  /**
   * Get an operator token.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorTokenGetInput, options?: CallOptions): Promise<OperatorToken>;

  /**
   * Create an operator token of one's own.
   *
   * The value is shown only in this answer. A token cannot make another one: a signed-in operator does. It does no more than the role of its maker, for 366 days at most.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  create(input: NewOperatorToken, options?: CallOptions): Promise<CreatedOperatorToken>;

  /**
   * Revoke an operator token.
   *
   * It is refused from its next request on.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  revoke(input: OperatorTokenRevokeInput, options?: CallOptions): Promise<{
    token_id: string;
  }>;
}

export interface OperatorEventApi {
  /**
   * List what operators have changed, and by whom, newest first.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorEventListInput, options?: CallOptions): List<OperatorEvent>;
}

export interface OperatorOrganizationApi {
  /**
   * List the organizations of the installation, newest first.
   *
   * `search` is a part of their name, or of the e-mail address of a member.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  list(input?: OperatorOrganizationListInput, options?: CallOptions): List<OperatorOrganization>;

  /**
   * Get an organization with its workspaces.
   *
   * Scope: `operator.read` (read the installation: its operators, organizations, people, catalog, prices and sites).
   */
  get(input: OperatorOrganizationGetInput, options?: CallOptions): Promise<OperatorOrganizationDetail>;

  /**
   * Keep an organization from buying, with a reason that its members see.
   *
   * What runs goes on for a grace and is charged. An operator ends the suspension.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  suspend(input: OperatorOrganizationSuspendInput, options?: CallOptions): Promise<{
    organization_id: string;
    balance: string;
    credit_limit: string;
    currency: string;
    suspension: {
      at: Timestamp;
      by: "operator" | "metering";
      reason: string;
    } | null;
    metered_until: Timestamp;
  }>;

  /**
   * End the suspension of an organization.
   *
   * Metering suspends again at its next hour if the funds still do not suffice.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  resume(input: OperatorOrganizationResumeInput, options?: CallOptions): Promise<{
    organization_id: string;
    balance: string;
    credit_limit: string;
    currency: string;
    suspension: {
      at: Timestamp;
      by: "operator" | "metering";
      reason: string;
    } | null;
    metered_until: Timestamp;
  }>;

  /**
   * Add a payment to the balance of an organization.
   *
   * Each `reference`, such as the number of a bank transfer, is credited once in an organization.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  topUp(input: OperatorOrganizationTopUpInput, options?: CallOptions): Promise<{
    organization_id: string;
    balance: string;
    credit_limit: string;
    currency: string;
    suspension: {
      at: Timestamp;
      by: "operator" | "metering";
      reason: string;
    } | null;
    metered_until: Timestamp;
  }>;

  /**
   * Set how far the balance of an organization may go below zero.
   *
   * Scope: `operator.write` (change the installation, and act on organizations and people).
   */
  setCredit(input: OperatorOrganizationSetCreditInput, options?: CallOptions): Promise<{
    organization_id: string;
    balance: string;
    credit_limit: string;
    currency: string;
    suspension: {
      at: Timestamp;
      by: "operator" | "metering";
      reason: string;
    } | null;
    metered_until: Timestamp;
  }>;
}
