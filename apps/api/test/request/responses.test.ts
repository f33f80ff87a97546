import type { Operation } from "@fulmar/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApiDocument } from "../../src/openapi/document.ts";
import { eachOperation, examplesOf } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import { pathOf } from "../examples/example-fixture.ts";

/** Compiled schemas from the document: an operation's success and an error. */
const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, validateFormats: true });
addFormats.default(ajv);
ajv.addKeyword("components");
ajv.addKeyword("x-fulmar-normal");
const document = openApiDocument() as {
  readonly components: object;
  readonly paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
};
ajv.addSchema({ $id: "openapi", components: document.components });

function validatorOf(operation: Operation, status: number) {
  const response = document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses[status] as
    | { content: { "application/json": { schema: object } } }
    | undefined;
  const schema = JSON.stringify(response?.content["application/json"].schema).replaceAll(
    '"#/components',
    '"openapi#/components',
  );
  return ajv.compile(JSON.parse(schema));
}

let api: ArrangedApi;
beforeAll(async () => {
  api = await startArrangedApi();
}, ARRANGING_MS);
afterAll(() => api.close());

describe.each(eachOperation)("%s", (id, operation) => {
  test("has an example", () => {
    expect(examplesOf(operation).length).toBeGreaterThan(0);
  });

  test.each(examplesOf(operation).map((_, index) => index + 1))(
    "example %i: the answer matches the OpenAPI schema and has the standard headers",
    async (nth) => {
      const request = api.own.requests(operation)[nth - 1];
      if (request === undefined) throw new Error("the example is not arranged");
      const response = await api.own.send(operation, request);
      expect(response.body).not.toHaveProperty("detail");
      expect(response.status).toBe(operation.success);
      const validate = validatorOf(operation, response.status);
      validate(response.body);
      expect(validate.errors ?? []).toEqual([]);
      expect(response.headers).toMatchObject({
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-request-id": expect.stringMatching(/^[A-Za-z0-9_-]{8,64}$/),
      });
      if (operation.success === 202) {
        expect(response.headers).toMatchObject({
          location: `/v1/compute/operations/${response.body.operation_id}`,
          "retry-after": expect.stringMatching(/^\d+$/),
        });
      }
      if (id.endsWith(".list")) expect(JSON.stringify(response.body)).not.toBe("[]");
    },
  );
});

test.each(eachOperation.filter(([, { method }]) => method === "GET"))(
  "%s: HEAD answers like GET, without a body",
  async (_, operation) => {
    const { params = {}, query = {} } = api.own.request(operation);
    const { token, workspaceId } = api.own;
    const texts = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
    const ask = (method: "GET" | "HEAD", headers = {}) =>
      api.own.api.request(method, pathOf(operation, params), {
        ...{ token, workspaceId, headers },
        query: { ...Object.fromEntries(texts), ...(operation.list && { limit: "1" }) },
      });
    const got = await ask("GET");
    for (const headers of [{}, { accept: "text/event-stream" }]) {
      const head = await ask("HEAD", headers);
      expect([head.status, head.text]).toEqual([got.status, ""]);
      for (const name of ["content-type", "content-length", "cache-control", "link", "location", "retry-after"])
        expect([name, head.headers[name]]).toEqual([name, got.headers[name]]);
    }
    const refused = await api.own.api.request("HEAD", pathOf(operation, params), { token: null, workspaceId });
    expect([refused.status, refused.text]).toEqual([401, ""]);
  },
);
