import { z } from "zod";
import type { ResourceType } from "../resources.ts";
import { EFFECTS, type Effect, isUnplanned } from "./effects.ts";
import type { ErrorKind } from "./errors.ts";
import type { Role } from "./roles.ts";
import type { Scope } from "./scopes.ts";

declare module "zod" {
  interface GlobalMeta {
    /** Example inputs. Every body has one, and the OpenAPI document shows it. */
    examples?: readonly unknown[];
  }
}

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
export type Family =
  | "Token"
  | "Approvals"
  | "Compute"
  | "Object storage"
  | "Networking"
  | "Load balancing"
  | "CDN"
  | "DNS"
  | "Secret store"
  | "Block storage"
  | "Billing"
  | "Audit"
  | "Alerts"
  | "Webhooks"
  | "Resources"
  | "Organization"
  | "Account"
  | "Console"
  | "Operator";

/**
 * Where an operation is offered: `public` by REST and tRPC, `console` by tRPC to signed-in users only, `operator` by
 * REST and tRPC to those who run the installation.
 */
export type Audience = "public" | "console" | "operator";

/**
 * What an operation concerns: a workspace, which the caller names by `workspace_id`; an organization, which the path
 * names by `organization_id`; the signed-in user's own account; or the whole installation.
 */
export type Subject = "workspace" | "organization" | "account" | "installation";

/**
 * A field that names resources of another family. A caller who sends it needs the read scope of that family, because
 * the operation gives them what the resource contains: the objects of a bucket, the disk of a volume.
 */
export interface Reference {
  /**
   * A field of the path or the body. Nested fields are joined by dots, and `[]` follows a list:
   * `pools[].targets[].vm_id`.
   */
  readonly field: string;
  readonly scope: Scope;
  /** The fields of the body with the values for which the field names such a resource. Default: always. */
  readonly where?: Readonly<Record<string, string | boolean>>;
  /**
   * Needed only where the organization has `strict_scopes`: the specification gives the operation one scope, which is
   * enough otherwise (docs/adr/0101).
   */
  readonly strict?: true;
}

type Shape = z.ZodRawShape;
type Empty = Record<never, never>;

/**
 * The declaration of an operation. REST routes, the OpenAPI document, tRPC procedures and the tests of refusals are
 * projections of this value.
 */
export interface Operation<
  Id extends string = string,
  M extends Method = Method,
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Output extends z.ZodType = z.ZodType,
  List extends boolean = boolean,
  ToWhom extends Audience = Audience,
  Of extends Subject = Subject,
> {
  readonly id: Id;
  /** The resource that it is about. Its audit events and the console's refetches derive from it. */
  readonly resource: ResourceType;
  readonly family: Family;
  readonly method: M;
  /** Below `/v1`, parameters in braces. */
  readonly path: `/${string}`;
  readonly audience: ToWhom;
  readonly subject: Of;
  /**
   * Concerns the organization of the workspace that the caller names: its tokens, members or workspaces. Its change is
   * not confined to the rows of that workspace, and its audit event is in the organization's trail.
   */
  readonly ofOrganization: boolean;
  /** The scope that the caller needs in a workspace. Null if any valid token, or any member, will do. */
  readonly scope: Scope | null;
  /** The fields for which the caller needs another scope besides. */
  readonly references: readonly Reference[];
  /**
   * The roles that may call it in an organization. In a workspace, the roles among those with its scope; a token has
   * none. Null: the subject or the scope decides alone.
   */
  readonly roles: readonly Role[] | null;
  /** Whether every member may apply it to themselves, as the `user_id` of the path. */
  readonly allowedToSelf: boolean;
  /** The action in the refusal "Only owners and admins may …". */
  readonly verbPhrase: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly success: 200 | 201 | 202;
  readonly params: z.ZodObject<Params>;
  readonly query: z.ZodObject<Query>;
  readonly body: z.ZodObject<Body>;
  readonly output: Output;
  /** A list answers one page as a plain array. Its handler returns a `Page`. */
  readonly list: List;
  /** A list that is also answered as server-sent events, with `Accept: text/event-stream`. */
  readonly streamed: boolean;
  /**
   * Changes nothing: it runs without a transaction, an audit row or an idempotency key, every time. Every GET is safe.
   */
  readonly safe: boolean;
  /** The answer shows a secret that no other answer shows. The copy stored for replays is sealed. */
  readonly shownOnce: boolean;
  /** Writes an audit event: every change does, and so do reads of sensitive data. */
  readonly audited: boolean;
  /**
   * `required` on every operation that answers 202, `optional` on every other POST that changes something (design:
   * Idempotency).
   */
  readonly idempotency: "required" | "optional" | "none";
  /** Runs billing admission before it creates anything. */
  readonly billable: boolean;
  /** Loses data that no later request brings back, besides that of resources that it deletes. */
  readonly irreversible: boolean;
  /** What guards and ceilings of tokens are about, from the table in `effects.ts`. */
  readonly effects: readonly Effect[];
  /**
   * Whether it has effects that a plan does not show, so that a token with the guard `approve_destructive` needs
   * approval for it (docs/adr/0077). Names of fields: it depends on them.
   */
  readonly needsApproval: boolean | readonly string[];
  /** The refusals specific to this operation, besides those that every operation may answer. */
  readonly errors: readonly ErrorKind[];
}

type Definition<
  Id extends string,
  M extends Method,
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  O extends z.ZodType,
  L extends boolean,
  A extends Audience,
  S extends Subject,
> = {
  readonly id: Id;
  readonly resource: ResourceType;
  readonly family: Family;
  readonly method: M;
  readonly path: `/${string}`;
  /** Default: public. */
  readonly audience?: A;
  /** Default: a workspace. */
  readonly subject?: S;
  /** Default: false. */
  readonly ofOrganization?: true;
  /** For operations of a workspace. Default: null. */
  readonly scope?: Scope | null;
  readonly references?: readonly Reference[];
  /** For operations of an organization, and those of a workspace that not every role with the scope may call. */
  readonly roles?: readonly Role[];
  readonly allowedToSelf?: true;
  /** Default: "do this". */
  readonly verbPhrase?: string;
  readonly summary: string;
  readonly description?: string;
  readonly success?: 200 | 201 | 202;
  /** For a POST that only reads. */
  readonly safe?: true;
  readonly shownOnce?: true;
  /** For a read that writes an audit event. */
  readonly audited?: true;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: z.ZodObject<B>;
  readonly output: O;
  readonly list?: L;
  /** Default: false. */
  readonly streamed?: true;
  readonly billable?: boolean;
  /** Default: false. */
  readonly irreversible?: true;
  readonly errors?: readonly ErrorKind[];
};

/** Refusals that every operation may answer. */
const everywhere: readonly ErrorKind[] = [
  "invalid_request",
  "unauthenticated",
  "forbidden",
  "rate_limited",
  "unavailable",
];

/**
 * Declares an operation.
 * @throws Error at definition if path, query and body share a name: a body must never override a path parameter
 */
export function defineOperation<
  const Id extends string,
  const M extends Method,
  O extends z.ZodType,
  P extends Shape = Empty,
  Q extends Shape = Empty,
  B extends Shape = Empty,
  const L extends boolean = false,
  const A extends Audience = "public",
  const S extends Subject = "workspace",
>(definition: Definition<Id, M, P, Q, B, O, L, A, S>): Operation<Id, M, P, Q, B, O, L, A, S> {
  const params = z.strictObject((definition.params ?? {}) as P);
  const query = z.strictObject((definition.query ?? {}) as Q);
  const body = definition.body ?? z.strictObject({} as B);
  const subject = definition.subject ?? "workspace";
  assertDisjoint(definition.id, subject, [params, query, body]);
  assertPathMatches(definition.id, definition.path, params);
  assertRightsFit(definition.id, subject, definition);
  const success = definition.success ?? 200;
  const safe = definition.safe ?? definition.method === "GET";
  const effects = EFFECTS[definition.id] ?? [];
  return {
    id: definition.id,
    resource: definition.resource,
    family: definition.family,
    method: definition.method,
    path: definition.path,
    audience: (definition.audience ?? "public") as A,
    subject: subject as S,
    ofOrganization: definition.ofOrganization ?? false,
    scope: definition.scope ?? null,
    references: definition.references ?? [],
    roles: definition.roles ?? null,
    allowedToSelf: definition.allowedToSelf ?? false,
    verbPhrase: definition.verbPhrase ?? "do this",
    summary: definition.summary,
    description: definition.description,
    success,
    params,
    query,
    body,
    output: definition.output,
    list: (definition.list ?? false) as L,
    streamed: definition.streamed ?? false,
    safe,
    shownOnce: definition.shownOnce ?? false,
    audited: definition.audited ?? !safe,
    idempotency: success === 202 ? "required" : definition.method === "POST" && !safe ? "optional" : "none",
    billable: definition.billable ?? false,
    irreversible: definition.irreversible ?? false,
    effects,
    needsApproval: approvalFor(effects),
    errors: [...new Set([...everywhere, ...(definition.errors ?? [])])],
  };
}

function approvalFor(effects: readonly Effect[]): boolean | readonly string[] {
  const unplanned = effects.filter(isUnplanned);
  if (unplanned.some(({ when }) => when.length === 0)) return true;
  const fields = new Set(unplanned.flatMap(({ when }) => when.map(({ field }) => field)));
  return fields.size > 0 && [...fields];
}

function assertDisjoint(id: string, subject: Subject, schemas: readonly z.ZodObject[]) {
  const place = subject === "workspace" ? ["workspace_id"] : [];
  const names = [...place, ...schemas.flatMap((schema) => Object.keys(schema.shape))];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${id}: "${twice}" is declared in two of workspace, path, query and body`);
}

function assertPathMatches(id: string, path: string, params: z.ZodObject) {
  const inPath = [...path.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1]);
  const declared = Object.keys(params.shape);
  if (inPath.length !== declared.length || inPath.some((name) => !declared.includes(name ?? ""))) {
    throw new Error(`${id}: the path and the declared parameters do not agree`);
  }
}

/**
 * A workspace's operation has a scope, an organization's has roles alone, and an account's has neither. That of an
 * installation needs the operator scope that follows from what it does.
 */
function assertRightsFit(
  id: string,
  subject: Subject,
  { path, scope, roles }: { readonly path: string; readonly scope?: Scope | null; readonly roles?: readonly Role[] },
) {
  const fits = {
    workspace: scope !== undefined && (roles === undefined || scope !== null),
    organization: scope === undefined && roles !== undefined && path.startsWith("/organizations/{organization_id}"),
    account: scope === undefined && roles === undefined,
    installation: scope === undefined && roles === undefined && path.startsWith("/operator/"),
  };
  if (!fits[subject])
    throw new Error(`${id}: a workspace's operation has a scope, an organization's or installation's has its path`);
}
