import type { z } from "zod";
import { operatorCatalog, publicCatalog } from "../catalog.ts";
import { Acceptance, ComputeOperation } from "../compute/compute-operation.ts";
import { ImageAcceptance } from "../compute/image.ts";
import type { Operation } from "../declaration/operation.ts";
import { ChangePlan, OperatorChangePlan } from "../foresight/change-plan.ts";
import { Components, type JsonSchema } from "./components.ts";
import { operationText } from "./operation-text.ts";

/** A field of an operation's input. Path, query and body have no name in common, so an input is one flat object. */
export interface FieldDescription {
  readonly name: string;
  readonly in: "path" | "query" | "body";
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** An operation as clients see it: what to send where, and what comes back. */
export interface OperationDescription {
  readonly declaration: Operation;
  /** What it does and which scopes it needs, in Markdown. */
  readonly text: string;
  /** In the order of path, query and body. */
  readonly fields: readonly FieldDescription[];
  /** The schema of the body, by its name. */
  readonly body: JsonSchema | undefined;
  readonly output: JsonSchema;
  /**
   * How a client waits for what it has started: `operation` if the answer names an asynchronous operation, to be asked
   * for with `wait`. `field` if the operation itself takes `wait` and answers when the resource has stopped changing.
   */
  readonly wait: "operation" | "field" | null;
}

export interface PublicApi {
  readonly operations: readonly OperationDescription[];
  /** The schemas that the others name by `#/components/schemas/…`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** Projects the catalog to what clients need to know of it. SDK and command line are generated from this value. */
export function describePublicApi(): PublicApi {
  return describe(publicCatalog as readonly unknown[] as readonly Operation[], ChangePlan);
}

/** The same of the operations of who runs the installation. */
export function describeOperatorApi(): PublicApi {
  return describe(operatorCatalog as readonly unknown[] as readonly Operation[], OperatorChangePlan);
}

function describe(catalog: readonly Operation[], plan: z.ZodType): PublicApi {
  const components = new Components();
  const described = catalog.map((declaration) => ({
    declaration,
    body: hasFields(declaration.body) ? components.describe(declaration.body, "input") : undefined,
    output: components.describe(declaration.output, "output"),
  }));
  components.describe(plan, "output");
  const schemas = components.all();
  const operations = described.map(({ declaration, body, output }): OperationDescription => {
    const { params, query } = declaration;
    return {
      declaration,
      text: operationText(declaration),
      fields: [
        ...fieldsOf(components.describe(params, "input"), "path"),
        ...fieldsOf(components.describe(query, "input"), "query"),
        ...(body === undefined ? [] : fieldsOf(resolve(body, schemas), "body")),
      ],
      body,
      output,
      wait: waitOf(declaration),
    };
  });
  return { operations, schemas };
}

function hasFields(schema: z.ZodObject): boolean {
  return Object.keys(schema.shape).length > 0;
}

/** Answers that name an operation by `operation_id`. */
const WAITED_FOR: readonly z.ZodType[] = [Acceptance, ImageAcceptance, ComputeOperation];

function waitOf({ output, query }: Operation): OperationDescription["wait"] {
  if (WAITED_FOR.some((answer) => answer === output)) return "operation";
  return "wait" in query.shape ? "field" : null;
}

function fieldsOf(schema: JsonSchema, place: FieldDescription["in"]): FieldDescription[] {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }));
}

/** The schema that a reference names; any other schema itself. */
export function resolve(schema: JsonSchema, schemas: PublicApi["schemas"]): JsonSchema {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  const found = schemas[$ref.replace("#/components/schemas/", "")];
  if (found === undefined) throw new Error(`there is no schema ${$ref}`);
  return found;
}
