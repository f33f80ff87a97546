import { expect, test } from "vitest";
import { readCatalog } from "./read-catalog.ts";

const NANO = { plan_id: "nano", name: "Nano", cpu: 1, ram_mb: 1024, disk_gb: 20, hourly_price: "0.01" };
const fileOf = (parts: object) => ({ format: 1, currency: "EUR", ...parts });
const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;
const read = (content: unknown) => readCatalog(bytesOf(JSON.stringify(content)));

test("a file is read as the API reads it, with a byte order mark and with lines of Windows too", async () => {
  const { catalog } = await read(fileOf({ plans: [{ ...NANO, hourly_price: " 0.010 " }] }));
  expect(catalog).toMatchObject({
    plans: [{ plan_id: "nano", family: "shared", sites: "all", hourly_price: "0.010" }],
  });
  const text = JSON.stringify(fileOf({ plans: [NANO] }), null, 2).replaceAll("\n", "\r\n");
  expect(await readCatalog(bytesOf(`\uFEFF${text}`))).toMatchObject({ catalog: { plans: [{ plan_id: "nano" }] } });
});

test.each([
  ["", "", "is empty"],
  ["{", "", /^is not JSON/],
  ["[]", "", "must be an object"],
  ["{}", "format", "must be 1, the form that this version knows"],
])("of the file %j, %j %s", async (text, field, message) => {
  const { errors = [] } = await readCatalog(bytesOf(text));
  expect(errors).toContainEqual({
    field,
    message: message instanceof RegExp ? expect.stringMatching(message) : message,
  });
});

test.each([
  ["an id twice", { plans: [NANO, { ...NANO, name: "Other" }] }, "plans.1.plan_id", /twice: nano/],
  ["an exponent", { plans: [{ ...NANO, hourly_price: "1e-3" }] }, "plans.0.hourly_price", /such as 0\.0125/],
  ["a price as a number", { plans: [{ ...NANO, hourly_price: 0.01 }] }, "plans.0.hourly_price", /string|text/],
  ["spaces in a number", { plans: [{ ...NANO, cpu: "1 000" }] }, "plans.0.cpu", /number/],
  ["a currency in words", { currency: "Euro" }, "currency", /ISO 4217/],
  ["a field that nobody knows", { plan: [] }, "plan", /not known/],
])("%s is named by its place in the file", async (_, parts, field, message) => {
  const { errors } = await read(fileOf(parts));
  expect(errors).toEqual([{ field, message: expect.stringMatching(message) }]);
});

test("a file of 5 MB, and one in another encoding, are refused", async () => {
  expect(await readCatalog(new ArrayBuffer(5_000_000))).toEqual({
    errors: [{ field: "", message: "must be of at most 1 MiB" }],
  });
  const latin = new Uint8Array([0x22, 0xfc, 0x22]).buffer;
  expect(await readCatalog(latin)).toEqual({ errors: [{ field: "", message: "must be text in UTF-8" }] });
});
