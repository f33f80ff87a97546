import { TERMINAL_OPERATION_STATUSES } from "@fulmar/contract";
import {
  describePublicApi,
  type JsonSchema,
  type OperationDescription,
  type PublicApi,
} from "@fulmar/contract/description";
import type { OperationShape } from "../src/request.ts";
import { commentOf, declarationOf, fieldsOf, indented, nameOf, typeOf } from "./types.ts";
import { wrapped } from "./wrap.ts";

const GENERATED = "// Generated from the contract by `npm run generate`.\n";

/** The generated sources of `src/api`: the schemas, the methods by resource, and how each is sent. */
export function generatedSources(): Readonly<Record<string, string>> {
  const api = describePublicApi();
  const schemas = Object.entries(api.schemas).map(([name, schema]) => declarationOf(name, schema));
  const sources = {
    "schemas.ts": `${GENERATED}\n${schemas.join("\n\n")}\n`,
    "api.ts": apiSource(api),
    "operations.ts": operationsSource(api.operations),
  };
  return Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, wrapped(source)]));
}

/** An operation in the table of the client: `query` and the marks that are true. */
function shapeOf({ declaration, fields, body, wait }: OperationDescription): OperationShape {
  const { method, path, idempotency, safe, list, subject } = declaration;
  const query = fields.flatMap(({ name, in: place }) => (place === "query" ? [name] : []));
  return {
    method,
    path,
    ...(query.length > 0 && { query }),
    ...(body !== undefined && { body: true }),
    ...(idempotency !== "none" && { key: true }),
    ...(!safe && { change: true }),
    ...(safe && method !== "GET" && { safe: true }),
    ...(list && { list: true }),
    ...(wait === "operation" && { operation: true }),
    ...(subject !== "workspace" && { anywhere: true }),
  };
}

function operationsSource(operations: readonly OperationDescription[]): string {
  const lines = operations.map(
    (operation) => `  ${JSON.stringify(operation.declaration.id)}: ${JSON.stringify(shapeOf(operation))},`,
  );
  return [
    GENERATED,
    'import type { OperationShape } from "../request.ts";\n',
    "/** The statuses of an operation that has ended. */",
    `export const ENDED_STATUSES: readonly string[] = ${JSON.stringify(TERMINAL_OPERATION_STATUSES)};\n`,
    "export const OPERATIONS: Readonly<Record<string, OperationShape>> = {",
    ...lines,
    "};\n",
  ].join("\n");
}

function apiSource({ operations, schemas }: PublicApi): string {
  const resources = Map.groupBy(operations, ({ declaration }) => declaration.id.split(".")[0] ?? "");
  const inputs = operations.flatMap((operation) => inputOf(operation)?.declared ?? []);
  const methods = [...resources].map(
    ([resource, ofResource]) =>
      `export interface ${capital(resource)}Api {\n${indented(ofResource.map(methodOf).join("\n\n"))}\n}`,
  );
  const members = [...resources.keys()].map((resource) => `  readonly ${resource}: ${capital(resource)}Api;`);
  const text = [...inputs, ...methods].join("\n\n");
  const used = Object.keys(schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return [
    GENERATED,
    'import type { List } from "../list.ts";',
    'import type { Planned } from "../plans.ts";',
    'import type { CallOptions } from "../transport.ts";',
    'import type { Waitable } from "../wait.ts";',
    `import type {\n${used.map((name) => `  ${name},`).join("\n")}\n} from "./schemas.ts";\n`,
    "/** The operations of the API, by resource. */",
    `export interface Api {\n${members.join("\n")}\n}\n`,
    "/** What the changes of the API would do, by resource. Nothing is changed. */",
    `export interface Plans {\n${plansOf(resources).join("\n")}\n}\n`,
    `${text}\n`,
  ].join("\n");
}

function plansOf(resources: ReadonlyMap<string, readonly OperationDescription[]>): string[] {
  return [...resources].flatMap(([resource, ofResource]) => {
    const changes = ofResource.filter(({ declaration }) => !declaration.safe);
    if (changes.length === 0) return [];
    const verbs = changes.map(({ declaration }) => JSON.stringify(declaration.id.split(".")[1]));
    return [`  readonly ${resource}: Planned<${capital(resource)}Api, ${verbs.join(" | ")}>;`];
  });
}

function methodOf(operation: OperationDescription): string {
  const { declaration, text } = operation;
  return `${commentOf([`${declaration.summary}.`, text])}${signatureOf(operation)}`;
}

/**
 * The method of an operation in its resource: `get(input: CloudVmGetInput, options?: CallOptions): Promise<CloudVm>;`.
 */
export function signatureOf(operation: OperationDescription): string {
  const { declaration, fields } = operation;
  const input = inputOf(operation);
  const optional = fields.every(({ required }) => !required);
  const parameters = [`input${optional ? "?" : ""}: ${input?.type ?? "Record<never, never>"}`, "options?: CallOptions"];
  const verb = declaration.id.split(".")[1];
  return `${verb}(${parameters.join(", ")}): ${answerOf(operation)};`;
}

/** The body's own type where there is nothing but a body, and a type of the operation where there is more. */
export function inputOf(
  operation: OperationDescription,
): { readonly type: string; readonly declared?: string } | undefined {
  const { declaration, fields, body } = operation;
  if (fields.length === 0) return undefined;
  const others = fields.filter((field) => field.in !== "body");
  const bodyType = body === undefined ? undefined : typeOf(body);
  if (others.length === 0 && bodyType !== undefined) return { type: bodyType };
  const type = `${declaration.id.split(".").map(capital).join("")}Input`;
  const heritage = bodyType === undefined ? "" : ` extends ${nameOf(bodyType)}`;
  return { type, declared: `export interface ${type}${heritage} ${fieldsOf(objectOf(others))}` };
}

function objectOf(fields: OperationDescription["fields"]): JsonSchema {
  return {
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.flatMap(({ name, required }) => (required ? [name] : [])),
  };
}

function answerOf({ declaration, output, wait }: OperationDescription): string {
  const type = typeOf(output);
  if (declaration.list) return `List<${type.replace(/\[\]$/, "")}>`;
  return `Promise<${type}${wait === "operation" ? " & Waitable" : ""}>`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
