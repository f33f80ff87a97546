import { FOUND_TYPES } from "@fulmar/contract";
import { expect, test } from "vitest";
import { resourcePage, typeName } from "./resource-page.ts";

const found = { id: "id/1", name: "a name", parent_ids: ["outer", "inner"] };

test.each([
  ["volume", "/workspaces/7/volumes/id%2F1"],
  ["bucket", "/workspaces/7/buckets/a%20name"],
  ["load_balancer_target", "/workspaces/7/load-balancers/outer/pools"],
  ["secret", "/workspaces/7/secret-stores/outer/secrets/id%2F1"],
  ["cdn_signing_key", "/workspaces/7/cdn/signing-keys"],
] as const)("the page of a %s is %s", (type, page) => {
  expect(resourcePage("7", { ...found, type })).toBe(page);
});

test.each(FOUND_TYPES)("the page of a %s has no placeholder left", (type) => {
  expect(resourcePage("7", { ...found, type })).not.toMatch(/[{}]/);
});

test("a type without a page is named as in its records", () => {
  expect([typeName("cdn_distribution"), typeName("object_storage")]).toEqual(["Distribution", "object storage"]);
});
