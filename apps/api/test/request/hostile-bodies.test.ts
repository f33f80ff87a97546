import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { eachOperation } from "../examples/all.ts";
import { expectError } from "../expect-error.ts";
import { operationFixture } from "./operation-fixture.ts";

/** The largest body. */
const BYTES = 1024 * 1024;

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}${close.repeat(depth)}`;

/** Hostile bodies of valid JSON, a megabyte each. */
const hostile: Readonly<Record<string, string>> = {
  "lists in lists": `{"name":${nested(BYTES / 2 - 10, "[", "]")}}`,
  "objects in objects": `{"name":${'{"a":'.repeat(BYTES / 8)}1${"}".repeat(BYTES / 8)}}`,
  "very many unknown fields": `{${Array.from({ length: 90_000 }, (_, index) => `"${index.toString(36).padStart(4, "0")}":1`).join(",")}}`,
  "a very long list of wrong values": `{"tags":[${"1,".repeat(BYTES / 2 - 20)}1],"ssh_keys":[]}`,
  "a field with a very long name": `{"${"n".repeat(BYTES - 20)}":1}`,
  "a very long name": `{"name":"${"n".repeat(BYTES - 20)}"}`,
  "a very long number": `{"name":${"9".repeat(BYTES - 20)}}`,
};

describe.each(eachOperation.filter(([, operation]) => Object.keys(operation.body.shape).length > 0))(
  "%s",
  (_, operation) => {
    const fixture = operationFixture(() => api, operation);

    test("400 with a short answer for hostile bodies of a megabyte", async () => {
      for (const [name, rawBody] of Object.entries(hostile)) {
        expect(Buffer.byteLength(rawBody)).toBeLessThanOrEqual(BYTES);
        const response = await fixture.send({ rawBody });
        expectError(response, 400, "invalid_request", name);
        expect(response.text.length, name).toBeLessThan(20_000);
      }
    });

    test("400 names the field for text with an unpaired surrogate, in every field and in a field's name", async () => {
      // JSON.stringify escapes it, so that the body itself is valid UTF-8.
      const lone = "text\ud800";
      for (const name of Object.keys(operation.body.shape)) {
        for (const [field, value] of [
          [name, lone],
          [`${name}.0.deep`, [{ deep: lone }]],
        ]) {
          const response = await fixture.send({ rawBody: JSON.stringify({ ...fixture.request.body, [name]: value }) });
          expectError(response, 400, "invalid_request", name);
          expect(response.body.errors).toEqual([{ field, message: "must be valid Unicode text" }]);
        }
      }
      const response = await fixture.send({ rawBody: JSON.stringify({ ...fixture.request.body, [lone]: 1 }) });
      expect(response.body.errors).toEqual([{ field: lone.toWellFormed(), message: "must be valid Unicode text" }]);
    });
  },
);
