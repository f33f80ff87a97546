import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApiDocument, operatorOpenApiDocument } from "../../src/openapi/document.ts";
import { type Api, startApi } from "../api-fixture.ts";
import { operations } from "../examples/all.ts";
import { eachOperatorOperation } from "../installation/operator-examples/all.ts";

const operatorOperations = eachOperatorOperation.map(([, operation]) => operation);
const documents = [
  { name: "openapi", url: "/v1/openapi.json", make: openApiDocument, described: operations },
  {
    name: "operator-openapi",
    url: "/v1/operator/openapi.json",
    make: operatorOpenApiDocument,
    described: operatorOperations,
  },
];

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe.each(documents)("the OpenAPI document $name", ({ name, url, make, described: operations }) => {
  const golden = new URL(`../../../../docs/${name}.json`, import.meta.url);

  test("equals the file in docs (written by `node apps/api/src/openapi/write.ts`)", () => {
    expect(JSON.parse(readFileSync(golden, "utf8"))).toEqual(JSON.parse(JSON.stringify(make())));
    expect(readFileSync(golden, "utf8")).toBe(`${JSON.stringify(make(), null, 2)}\n`);
  });

  test("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(JSON.stringify(make())));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  test("is served without a token and names this server's address", async () => {
    const { status, body } = await api.inject({ method: "GET", url });
    expect(status).toBe(200);
    const { servers, ...rest } = body;
    const { servers: _, ...document } = JSON.parse(JSON.stringify(make()));
    expect(rest).toEqual(document);
    expect(servers).toEqual([{ url: expect.stringMatching(/^http:\/\/.+\/v1$/), description: "development" }]);
  });

  test("describes every operation once with its parameters and statuses", () => {
    const { paths } = JSON.parse(JSON.stringify(make())) as {
      paths: Record<string, Record<string, Described>>;
    };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, value]) => ({ path, method, ...value })),
    );
    expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(
      operations.map(({ id }) => id).toSorted(),
    );
    for (const operation of operations) {
      const found = described.find(({ operationId }) => operationId === operation.id);
      const names = found?.parameters.map(({ name }) => name);
      expect(names, operation.id).toEqual([
        ...(operation.audience === "operator" ? [] : ["workspace_id"]),
        ...Object.keys(operation.params.shape),
        ...Object.keys(operation.query.shape),
        ...(operation.safe ? [] : ["dry_run"]),
        ...(operation.idempotency === "none" ? [] : ["X-Idempotency-Key"]),
      ]);
      const statuses = Object.keys(found?.responses ?? {}).map(Number);
      const named = Object.keys(operation.params.shape).length > 0;
      const expected = [
        operation.success,
        400,
        401,
        403,
        429,
        503,
        ...(named ? [404] : []),
        ...(operation.idempotency === "none" ? [] : [409]),
      ];
      expect(statuses, operation.id).toEqual(expect.arrayContaining(expected));
      expect(statuses.includes(402), operation.id).toBe(operation.billable);
    }
  });
});

test("the tenants' document says nothing of operators", () => {
  const [tenants = {}, operators = {}] = documents.map(({ make }) => JSON.parse(JSON.stringify(make())));
  expect(JSON.stringify(tenants)).not.toMatch(/operator_(token|event)|\/operator\/|operator\.(read|write)/);
  const own = Object.keys(operators.components.schemas).filter((schema) => schema.startsWith("Operator"));
  expect(own).toEqual(expect.arrayContaining(["Operator", "OperatorChangePlan", "OperatorToken"]));
  expect(own.filter((schema) => schema in tenants.components.schemas)).toEqual([]);
});

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}
