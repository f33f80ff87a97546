import { z } from "zod";
import type { ResourceType } from "../resources.ts";
import type { ErrorKind } from "./errors.ts";
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
  | "Audit";

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
> {
  readonly id: Id;
  /** What it is about: its audit events, and what the console asks anew, follow from it. */
  readonly resource: ResourceType;
  readonly family: Family;
  readonly method: M;
  /** Below `/v1`, parameters in braces. */
  readonly path: `/${string}`;
  /** The scope that the caller needs; null only where any valid token will do. */
  readonly scope: Scope | null;
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
> = {
  readonly id: Id;
  readonly resource: ResourceType;
  readonly family: Family;
  readonly method: M;
  readonly path: `/${string}`;
  readonly scope: Scope | null;
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
>(definition: Definition<Id, M, P, Q, B, O, L>): Operation<Id, M, P, Q, B, O, L> {
  const params = z.strictObject((definition.params ?? {}) as P);
  const query = z.strictObject((definition.query ?? {}) as Q);
  const body = definition.body ?? z.strictObject({} as B);
  assertDisjoint(definition.id, [params, query, body]);
  assertPathMatches(definition.id, definition.path, params);
  const success = definition.success ?? 200;
  const safe = definition.safe ?? definition.method === "GET";
  return {
    id: definition.id,
    resource: definition.resource,
    family: definition.family,
    method: definition.method,
    path: definition.path,
    scope: definition.scope,
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

function assertDisjoint(id: string, schemas: readonly z.ZodObject[]) {
  const names = ["workspace_id", ...schemas.flatMap((schema) => Object.keys(schema.shape))];
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
