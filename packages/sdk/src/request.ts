import type { CallOptions, HttpRequest } from "./transport.ts";

/** How an operation is sent. What neither path nor query takes is in the body. */
export interface OperationShape {
  /** Where there is none: GET. */
  readonly method?: string;
  /** Below the version, fields in braces. */
  readonly path: string;
  /** The fields of the query, besides those of all lists. */
  readonly query?: readonly string[];
  /** Takes a body, as POST, PATCH and PUT do by themselves. */
  readonly body?: true;
  /** A POST that takes none. */
  readonly empty?: true;
  /** Takes an idempotency key, as a POST that changes something always does. */
  readonly key?: true;
  /** Changes nothing, whatever its method. */
  readonly safe?: true;
  /** Answers one page of a list. */
  readonly list?: true;
  /** Its answer names an asynchronous operation. */
  readonly operation?: true;
}

/** Whether an operation changes something, so that it can be asked what it would do. */
export function changes({ method = "GET", safe }: OperationShape): boolean {
  return method !== "GET" && !safe;
}

/** Whether operations of a method take a body, unless they say otherwise. */
export function takesBodyBy(method: string): boolean {
  return method === "POST" || method === "PATCH" || method === "PUT";
}

/** What every list takes in its query. */
export const OF_LISTS: readonly string[] = ["limit", "cursor"];

/** The fields of an operation by their names. */
export type Input = Readonly<Record<string, unknown>>;

/** @throws TypeError if a field of the path is missing or cannot be part of a path */
export function requestOf(name: string, shape: OperationShape, input: Input, options: CallOptions): HttpRequest {
  const { method = "GET", query: inQuery = [], list } = shape;
  const takesBody = shape.body || (takesBodyBy(method) && !shape.empty);
  const takesKey = shape.key || (method === "POST" && changes(shape));
  const rest = { ...input };
  const path = shape.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest[field] ?? "");
    delete rest[field];
    // A URL has no other way to write these, and leaves them out.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} needs ${field}.`);
    return encodeURIComponent(value);
  });
  // Operations of who runs the installation concern no workspace.
  const isOperators = path.startsWith("/operator/");
  const query: Record<string, unknown> = isOperators ? {} : { workspace_id: options.workspaceId };
  for (const field of list ? [...OF_LISTS, ...inQuery] : inQuery) {
    query[field] = rest[field];
    delete rest[field];
  }
  return {
    name,
    method,
    path,
    query: searchParamsOf(query),
    body: takesBody || Object.keys(rest).length > 0 ? rest : undefined,
    idempotencyKey: takesKey ? keyOf(options) : undefined,
    repeatable: method === "PUT" || takesKey || !changes(shape),
    signal: options.signal,
  };
}

/** The same request, only asked what it would do. Nothing is changed, so it may be repeated. */
export function planOf({ query, ...request }: HttpRequest): HttpRequest {
  const asked = new URLSearchParams([...query, ["dry_run", "true"]]);
  return { ...request, query: asked, idempotencyKey: undefined, repeatable: true };
}

/** Lists repeat their name, and undefined is left out. */
export function searchParamsOf(query: Input): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) params.append(name, String(item));
  return params;
}

/** A key that no other request has. `randomUUID` is absent from pages without HTTPS. */
export function keyOf({ idempotencyKey }: CallOptions): string {
  if (idempotencyKey !== undefined) return idempotencyKey;
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
