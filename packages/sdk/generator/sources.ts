import { TERMINAL_OPERATION_STATUSES } from "@fulmar/contract";
import {
  describeOperatorApi,
  describePublicApi,
  type JsonSchema,
  type OperationDescription,
  type PublicApi,
} from "@fulmar/contract/description";
import { OF_LISTS, type OperationShape, takesBodyBy } from "../src/request.ts";
import { commentOf, declarationOf, fieldsOf, indented, nameOf, typeOf } from "./types.ts";
import { wrapped } from "./wrap.ts";

const GENERATED = "// Generated from the contract by `npm run generate`.\n";

/** A projection of the contract, as the names of its types and files say. */
interface Client {
  readonly prefix: "" | "Installation";
  readonly api: PublicApi;
  /** The type of a plan, where it is not `ChangePlan`. */
  readonly plan?: string;
  /** The file that declares a schema. */
  readonly fileOf: (schema: string) => string;
}

/** The generated sources of `src/api`: the schemas, the methods by resource, and how each is sent. */
export function generatedSources(): Readonly<Record<string, string>> {
  const [tenants, operators] = [describePublicApi(), describeOperatorApi()];
  const own = Object.keys(operators.schemas).filter((name) => isOwn(name, tenants, operators));
  const fileOf = (name: string) => (own.includes(name) ? "operator-schemas.ts" : "schemas.ts");
  const ends =
    "/** The statuses of an operation that has ended. */\nexport const ENDED_STATUSES: readonly string[] = " +
    `${JSON.stringify(TERMINAL_OPERATION_STATUSES)};\n`;
  const sources = {
    "schemas.ts": schemasSource(tenants, Object.keys(tenants.schemas), fileOf),
    "api.ts": apiSource({ prefix: "", api: tenants, fileOf }),
    "operations.ts": operationsSource("OPERATIONS", tenants.operations, ends),
    "operator-schemas.ts": schemasSource(operators, own, fileOf),
    "operator-api.ts": apiSource({ prefix: "Installation", api: operators, plan: "OperatorChangePlan", fileOf }),
    "operator-operations.ts": operationsSource("OPERATOR_OPERATIONS", operators.operations),
  };
  return Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, wrapped(source)]));
}

/** Whether operators alone have a schema. One name is one schema for both. */
function isOwn(name: string, tenants: PublicApi, operators: PublicApi): boolean {
  const known = tenants.schemas[name];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(operators.schemas[name]))
    throw new Error(`${name} is another schema for operators`);
  return known === undefined;
}

function schemasSource({ schemas }: PublicApi, names: readonly string[], fileOf: Client["fileOf"]): string {
  const declared = names.map((name) => declarationOf(name, schemas[name] ?? {})).join("\n\n");
  const others = Object.keys(schemas).filter((name) => !names.includes(name));
  return `${[GENERATED, ...importsOf(usedIn(declared, others), fileOf), declared].join("\n")}\n`;
}

function usedIn(text: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
}

/** The imports of schemas, by their files. */
function importsOf(names: readonly string[], fileOf: Client["fileOf"]): readonly string[] {
  return [...Map.groupBy(names, fileOf)].map(
    ([file, ofFile]) => `import type {\n${ofFile.map((name) => `  ${name},`).join("\n")}\n} from "./${file}";\n`,
  );
}

/**
 * An operation in the table of the client: its own fields of the query, and the marks that are true and that its method
 * does not say.
 * @throws Error when it does not take what all of its kind take
 */
function shapeOf({ declaration, fields, body, wait }: OperationDescription): OperationShape {
  const { method, path, idempotency, safe, list } = declaration;
  const taken = fields.flatMap(({ name, in: place }) => (place === "query" ? [name] : []));
  if (list && OF_LISTS.some((name) => !taken.includes(name)))
    throw new Error(`${declaration.id} is a list without ${OF_LISTS.join(" or ")}`);
  const takesKey = method === "POST" && !safe;
  const lacksBody = body === undefined && takesBodyBy(method) && method !== "POST";
  if (lacksBody || (takesKey && idempotency === "none"))
    throw new Error(`${declaration.id} is a ${method} without its body or its idempotency key`);
  const query = list ? taken.filter((name) => !OF_LISTS.includes(name)) : taken;
  return {
    ...(method !== "GET" && { method }),
    path,
    ...(query.length > 0 && { query }),
    ...(body !== undefined && !takesBodyBy(method) && { body: true }),
    ...(body === undefined && method === "POST" && { empty: true }),
    ...(idempotency !== "none" && !takesKey && { key: true }),
    ...(safe && method !== "GET" && { safe: true }),
    ...(list && { list: true }),
    ...(wait === "operation" && { operation: true }),
  };
}

function operationsSource(table: string, operations: readonly OperationDescription[], before?: string): string {
  const lines = operations.map(
    (operation) => `  ${JSON.stringify(operation.declaration.id)}: ${JSON.stringify(shapeOf(operation))},`,
  );
  return [
    GENERATED,
    'import type { OperationShape } from "../request.ts";\n',
    ...(before === undefined ? [] : [before]),
    `export const ${table}: Readonly<Record<string, OperationShape>> = {`,
    ...lines,
    "};\n",
  ].join("\n");
}

function apiSource({ prefix, api: { operations, schemas }, plan, fileOf }: Client): string {
  const resources = Map.groupBy(operations, ({ declaration }) => declaration.id.split(".")[0] ?? "");
  const inputs = operations.flatMap((operation) => inputOf(operation)?.declared ?? []);
  const methods = [...resources].map(
    ([resource, ofResource]) =>
      `export interface ${capital(resource)}Api {\n${indented(ofResource.map(methodOf).join("\n\n"))}\n}`,
  );
  const members = [...resources.keys()].map((resource) => `  readonly ${resource}: ${capital(resource)}Api;`);
  const text = [...inputs, ...methods].join("\n\n");
  return [
    GENERATED,
    'import type { List } from "../list.ts";',
    'import type { Planned } from "../plans.ts";',
    'import type { CallOptions } from "../transport.ts";',
    ...(/\bWaitable\b/.test(text) ? ['import type { Waitable } from "../wait.ts";'] : []),
    ...importsOf(usedIn(`${plan} ${text}`, Object.keys(schemas)), fileOf),
    `/** The operations of the ${prefix === "" ? "API" : "installation"}, by resource. */`,
    `export interface ${prefix}Api {\n${members.join("\n")}\n}\n`,
    `/** What the changes of the ${prefix === "" ? "API" : "installation"} would do, by resource. Nothing is changed. */`,
    `export interface ${prefix}Plans {\n${plansOf(resources, plan).join("\n")}\n}\n`,
    `${text}\n`,
  ].join("\n");
}

function plansOf(resources: ReadonlyMap<string, readonly OperationDescription[]>, plan?: string): string[] {
  return [...resources].flatMap(([resource, ofResource]) => {
    const changes = ofResource.filter(({ declaration }) => !declaration.safe);
    if (changes.length === 0) return [];
    const verbs = changes.map(({ declaration }) => JSON.stringify(declaration.id.split(".")[1]));
    return [
      `  readonly ${resource}: Planned<${capital(resource)}Api, ` +
        `${verbs.join(" | ")}${plan === undefined ? "" : `, ${plan}`}>;`,
    ];
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
