import { z } from "zod";
import type { ResourceType } from "../resources.ts";
import type { ErrorKind } from "./errors.ts";
import type { Role } from "./roles.ts";
import type { Scope } from "./scopes.ts";

declare module "zod" {
  interface GlobalMeta {
    /** Values as a caller sends them. Every body has one, which the OpenAPI document shows. */
    examples?: readonly unknown[];
  }
}

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
export type Family =
  | "Token"
  | "Compute"
  | "Object storage"
  | "Networking"
  | "Load balancing"
  | "CDN"
  | "Secret store"
  | "Block storage"
  | "Billing"
  | "Audit"
  | "Organization"
  | "Account"
  | "Console";

/** Who is offered an operation: everybody, by REST and tRPC, or people at the console alone, by tRPC. */
export type Audience = "public" | "console";

/**
 * Whom an operation concerns: a workspace, which the caller names by `workspace_id`; an organization, which the path
 * names by `organization_id`; or the signed-in person alone.
 */
export type Subject = "workspace" | "organization" | "account";

type Shape = z.ZodRawShape;
type Empty = Record<never, never>;

/**
 * What an operation promises, declared once. REST routes, the OpenAPI document, tRPC procedures and the tests of
 * refusals are projections of this value.
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
  /** What it is about: its audit events, and what the console asks anew, follow from it. */
  readonly resource: ResourceType;
  readonly family: Family;
  readonly method: M;
  /** Below `/v1`, parameters in braces. */
  readonly path: `/${string}`;
  readonly audience: ToWhom;
  readonly subject: Of;
  /** The scope that the caller needs in a workspace; null only where any valid token, or any member, will do. */
  readonly scope: Scope | null;
  /** The roles that may, in an organization; null for everything that does not concern one. */
  readonly roles: readonly Role[] | null;
  /** Whether every member may do it to themselves, as the `user_id` of the path. */
  readonly toOneself: boolean;
  /** What others are told that only the roles may. */
  readonly deed: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly success: 200 | 201 | 202;
  readonly params: z.ZodObject<Params>;
  readonly query: z.ZodObject<Query>;
  readonly body: z.ZodObject<Body>;
  readonly output: Output;
  /** A list answers one page of a plain array; its handler returns a `Page`. */
  readonly list: List;
  /**
   * Changes nothing: carried out without a transaction, an audit row or an idempotency key, afresh each time. Every GET
   * is safe.
   */
  readonly safe: boolean;
  /** The answer shows a secret that no other answer does: as it is stored for replays it is sealed. */
  readonly shownOnce: boolean;
  /** Leaves an audit event: every change, and a read whose answer is worth knowing who has it. */
  readonly audited: boolean;
  /**
   * `required` on every operation that answers 202, `optional` on every other POST that changes something (design:
   * Idempotency).
   */
  readonly idempotency: "required" | "optional" | "none";
  /** Runs billing admission before it creates anything. */
  readonly billable: boolean;
  /** What this operation may answer besides its success, and besides what every operation may answer. */
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
  /** By default public. */
  readonly audience?: A;
  /** By default a workspace. */
  readonly subject?: S;
  /** Of a workspace's operation; by default null. */
  readonly scope?: Scope | null;
  /** Of an organization's operation. */
  readonly roles?: readonly Role[];
  readonly toOneself?: true;
  /** By default "do this". */
  readonly deed?: string;
  readonly summary: string;
  readonly description?: string;
  readonly success?: 200 | 201 | 202;
  /** For a POST that only asks. */
  readonly safe?: true;
  readonly shownOnce?: true;
  /** For a read that leaves an audit event. */
  readonly audited?: true;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: z.ZodObject<B>;
  readonly output: O;
  readonly list?: L;
  readonly billable?: boolean;
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
 * Declares an operation. Throws at definition when a name is declared in two of path, query and body: a body must
 * never override a path parameter.
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
  return {
    id: definition.id,
    resource: definition.resource,
    family: definition.family,
    method: definition.method,
    path: definition.path,
    audience: (definition.audience ?? "public") as A,
    subject: subject as S,
    scope: definition.scope ?? null,
    roles: definition.roles ?? null,
    toOneself: definition.toOneself ?? false,
    deed: definition.deed ?? "do this",
    summary: definition.summary,
    description: definition.description,
    success,
    params,
    query,
    body,
    output: definition.output,
    list: (definition.list ?? false) as L,
    safe,
    shownOnce: definition.shownOnce ?? false,
    audited: definition.audited ?? !safe,
    idempotency: success === 202 ? "required" : definition.method === "POST" && !safe ? "optional" : "none",
    billable: definition.billable ?? false,
    errors: [...new Set([...everywhere, ...(definition.errors ?? [])])],
  };
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

/** A scope says who may in a workspace, roles say it in an organization, and an account is its holder's. */
function assertRightsFit(
  id: string,
  subject: Subject,
  { path, scope, roles }: { readonly path: string; readonly scope?: Scope | null; readonly roles?: readonly Role[] },
) {
  const fits = {
    workspace: scope !== undefined && roles === undefined,
    organization: scope === undefined && roles !== undefined && path.startsWith("/organizations/{organization_id}"),
    account: scope === undefined && roles === undefined,
  };
  if (!fits[subject]) throw new Error(`${id}: a scope is of a workspace, roles are of the path's organization`);
}
