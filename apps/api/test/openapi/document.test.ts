import { readFileSync } from "node:fs";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApiDocument } from "../../src/openapi/document.ts";
import { type Api, startApi } from "../api-fixture.ts";
import { operations } from "../examples/all.ts";

const GOLDEN = new URL("../../../../docs/openapi.json", import.meta.url);

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe("the OpenAPI document", () => {
  test("equals docs/openapi.json (written by `node apps/api/src/openapi/write.ts`)", () => {
    expect(JSON.parse(readFileSync(GOLDEN, "utf8"))).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
    expect(readFileSync(GOLDEN, "utf8")).toBe(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
  });

  test("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(JSON.stringify(openApiDocument())));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  test("is served without a token and names this server's address", async () => {
    const { status, body } = await api.inject({ method: "GET", url: "/v1/openapi.json" });
    expect(status).toBe(200);
    const { servers, ...rest } = body;
    const { servers: _, ...document } = JSON.parse(JSON.stringify(openApiDocument()));
    expect(rest).toEqual(document);
    expect(servers).toEqual([{ url: expect.stringMatching(/^http:\/\/.+\/v1$/), description: "development" }]);
  });

  test("describes every operation once with its parameters and statuses", () => {
    const { paths } = JSON.parse(JSON.stringify(openApiDocument())) as {
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
        "workspace_id",
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

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
}
