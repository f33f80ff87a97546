import { expect, test } from "vitest";
import { isTokenValue, newTokenValue, tokenPrefix } from "./token-value.ts";

test("a token of a cell names it, also in what is shown of it", () => {
  const token = newTokenValue({ environment: "production", cell: "eu1" });
  expect(token).toMatch(/^svc_prod_key_eu1_[0-9A-Za-z]{49}$/);
  expect(tokenPrefix(token)).toMatch(/^svc_prod_key_eu1_[0-9A-Za-z]{6}$/);
  expect(isTokenValue(token, "production")).toBe(true);
  expect(isTokenValue(token, "development")).toBe(false);
});

test("without a cell, a token is as it was", () => {
  const token = newTokenValue({ environment: "development" });
  expect(token).toMatch(/^svc_dev_key_[0-9A-Za-z]{49}$/);
  expect(tokenPrefix(token)).toMatch(/^svc_dev_key_[0-9A-Za-z]{6}$/);
  expect(isTokenValue(token, "development")).toBe(true);
});

test("the checksum covers the name of the cell, and a name has the form of one", () => {
  const token = newTokenValue({ environment: "production", cell: "eu1" });
  for (const wrong of ["eu2_", "", "EU1_", "1eu_", "eu1_eu1_", "eu-1_"])
    expect(isTokenValue(token.replace("eu1_", wrong), "production")).toBe(false);
});
