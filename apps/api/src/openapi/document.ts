import {
  ChangePlan,
  ERROR_STATUS,
  ErrorBody,
  type ErrorKind,
  type Operation,
  OperatorChangePlan,
  operatorCatalog,
  publicCatalog,
  WorkspaceId,
} from "@fulmar/contract";
import { Components, type JsonSchema, operationText } from "@fulmar/contract/description";
import type { z } from "zod";

const ERROR_TEXT: Readonly<Record<ErrorKind, string>> = {
  invalid_request: "The request is invalid; `errors` names each field.",
  unauthenticated: "The token is missing, malformed, expired or revoked.",
  billing_denied: "Billing denied the create; nothing was provisioned.",
  forbidden: "The token lacks the scope, or may not use the workspace.",
  not_found: "There is no such resource in this workspace.",
  method_not_allowed: "The endpoint takes another method.",
  conflict:
    "The request conflicts with the current state, and `blockers` names the resources in the way; " +
    "or its idempotency key was used for another request.",
  unsupported_media_type: "The body is compressed, which no endpoint unpacks.",
  rate_limited: "Too many requests; `Retry-After` says when to retry.",
  internal: "Something went wrong on the service's side.",
  unavailable: "The service is not available right now; `Retry-After` says when to retry.",
};

interface Subject {
  readonly catalog: readonly unknown[];
  readonly title: string;
  readonly description: string;
  /** The token that its operations take. */
  readonly token: string;
}

const PUBLIC: Subject = {
  catalog: publicCatalog,
  title: "Fulmar API",
  description:
    "Compute, object storage, block storage, networking, CDN, secrets and billing admission, for one workspace at a time.",
  token: "A platform API token: `svc_prod_key_…` or `svc_dev_key_…`.",
};

const OPERATOR: Subject = {
  catalog: operatorCatalog,
  title: "Fulmar operator API",
  description: "The operations of who runs an installation. They concern all of it, and no workspace.",
  token: "An operator token: `svc_prod_operator_…` or `svc_dev_operator_…`.",
};

/** The OpenAPI 3.1 document of the public API. A pure function of the catalog. */
export function openApiDocument(): JsonSchema {
  return documentOf(PUBLIC);
}

/** The document of the operations of who runs the installation, of which that of tenants says nothing. */
export function operatorOpenApiDocument(): JsonSchema {
  return documentOf(OPERATOR);
}

function documentOf({ catalog, title, description, token }: Subject): JsonSchema {
  const operations = catalog as readonly Operation[];
  const components = new Components();
  const error = components.describe(ErrorBody, "output");
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, components),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1",
      description,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/v1" }],
    security: [{ token: [] }],
    tags: [...new Set(operations.map((operation) => operation.family))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: token,
        },
      },
      responses: Object.fromEntries(
        Object.entries(ERROR_TEXT).map(([kind, description]) => [
          kind,
          { description, content: { "application/json": { schema: error } } },
        ]),
      ),
      schemas: components.all(),
    },
  };
}

function describeOperation(operation: Operation, components: Components): JsonSchema {
  const body = Object.keys(operation.body.shape).length > 0 ? components.describe(operation.body, "input") : undefined;
  const [example] = operation.body.meta()?.examples ?? [];
  return {
    operationId: operation.id,
    tags: [operation.family],
    summary: operation.summary,
    description: operationText(operation),
    parameters: [
      ...workspaceParameter(operation, components),
      ...Object.entries(operation.params.shape).map(([name, schema]) =>
        parameter(name, "path", schema as z.ZodType, components),
      ),
      ...Object.entries(operation.query.shape).map(([name, schema]) =>
        parameter(name, "query", schema as z.ZodType, components),
      ),
      ...dryRunParameter(operation),
      ...idempotencyParameter(operation),
    ],
    ...(body && {
      requestBody: {
        required: !operation.body.safeParse({}).success,
        content: { "application/json": { schema: body, example } },
      },
    }),
    responses: {
      ...planResponse(operation, components),
      [operation.success]: {
        description: operation.summary,
        content: { "application/json": { schema: answerSchema(operation, components) } },
        ...(operation.list && {
          headers: {
            Link: { description: 'The next page, as `rel="next"`; absent on the last.', schema: { type: "string" } },
          },
        }),
      },
      ...Object.fromEntries(
        refusalsOf(operation).map((kind) => [ERROR_STATUS[kind], { $ref: `#/components/responses/${kind}` }]),
      ),
    },
  };
}

function workspaceParameter({ audience }: Operation, components: Components): JsonSchema[] {
  if (audience === "operator") return [];
  const description = "The workspace in which the request acts.";
  return [{ ...parameter("workspace_id", "query", WorkspaceId, components, description), example: "1" }];
}

const PLAN_TEXT = "With `dry_run=true`: what the request would do. Nothing has been changed.";

/** The answer to a dry run has the status 200, which may be that of the operation too. */
function planResponse({ safe, success, audience }: Operation, components: Components): JsonSchema {
  if (safe || success === 200) return {};
  const schema = planSchema(audience, components);
  return { 200: { description: PLAN_TEXT, content: { "application/json": { schema } } } };
}

function answerSchema({ safe, success, output, audience }: Operation, components: Components): JsonSchema {
  const schema = components.describe(output, "output");
  return safe || success !== 200 ? schema : { anyOf: [schema, planSchema(audience, components)] };
}

function planSchema(audience: Operation["audience"], components: Components): JsonSchema {
  return components.describe(audience === "operator" ? OperatorChangePlan : ChangePlan, "output");
}

function dryRunParameter({ safe }: Operation): JsonSchema[] {
  if (safe) return [];
  const description =
    "Answers what the request would do, and changes nothing. A refusal is the same as without it. " +
    "No idempotency key is needed.";
  return [{ name: "dry_run", in: "query", required: false, description, schema: { type: "boolean", default: false } }];
}

/** A reused idempotency key gives 409, even for operations without a conflict of their own. */
function refusalsOf({ errors, idempotency }: Operation): ErrorKind[] {
  return [...new Set<ErrorKind>([...errors, ...(idempotency === "none" ? [] : ["conflict" as const])])];
}

function parameter(
  name: string,
  place: "path" | "query",
  schema: z.ZodType,
  components: Components,
  description?: string,
): JsonSchema {
  const required = place === "path" || !schema.safeParse(undefined).success;
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    schema: components.describe(schema, "input"),
  };
}

function idempotencyParameter(operation: Operation): JsonSchema[] {
  if (operation.idempotency === "none") return [];
  const description =
    "A value of the caller's choice, 1 to 255 visible ASCII characters. A request repeated with the same key is " +
    "carried out once; the answer is repeated.";
  return [
    {
      name: "X-Idempotency-Key",
      in: "header",
      required: operation.idempotency === "required",
      description,
      schema: { type: "string", minLength: 1, maxLength: 255 },
      example: "0b8f2c1e-5d1a-4a57-9c0e-7f3a1d2b6c94",
    },
  ];
}
