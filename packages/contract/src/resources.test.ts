import { describe, expect, test } from "vitest";
import { catalog } from "./catalog.ts";
import type { Operation } from "./declaration/operation.ts";
import { CHANGE_TOPICS, isResourceType, RESOURCE_TYPES, resourceOf, typeOfIdentifier } from "./resources.ts";
import { FOUND_TYPES } from "./tenant-resources.ts";

const RANDOM = "01kq3v9d5n8c2r7m4x6t0w1y5z";

test.each([
  ["vol", "volume"],
  ["vm", "vm"],
  ["snap", "snapshot"],
  ["fw", "firewall_group"],
])("an identifier with the prefix %s_ belongs to a %s", (prefix, type) => {
  expect(typeOfIdentifier(`${prefix}_${RANDOM}`)).toBe(type);
});

test.each(["a-bucket", "www.example.com", "7", `no_${RANDOM}`, "vol_short"])("%s is not an identifier", (text) => {
  expect(typeOfIdentifier(text)).toBeUndefined();
});

test("every change topic is the topic of the resource with its name", () => {
  expect(CHANGE_TOPICS.filter((topic) => resourceOf(topic).topic !== topic)).toEqual([]);
});

test.each(FOUND_TYPES)("the page of a %s names its parents exactly when it has some", (type) => {
  const { page, parents } = resourceOf(type);
  expect(page).toMatch(/^[a-z/{}-]+$/);
  expect(page?.includes("{parent}")).toBe(parents.length > 0);
});

test("names of built-in object properties are not resource types", () => {
  expect(["constructor", "toString"].some(isResourceType)).toBe(false);
  expect(RESOURCE_TYPES.length).toBeGreaterThan(FOUND_TYPES.length);
});

describe("a path names only its operation's resource and that resource's parents", () => {
  /**
   * A volume's place refers to its VM, a version is part of its secret, a graph is of a resource of any type, a
   * workspace role of a member is one in a workspace, prices of a book are of a product from an hour on, and a
   * decision is about a site, or a host or a machine there.
   */
  const besides = [
    "vm_id",
    "version",
    "resource_id",
    "workspace_id",
    "sku_code",
    "valid_from",
    "site_id",
    "host_id",
    "machine",
  ];
  const operations: readonly Pick<Operation, "id" | "resource" | "params">[] = catalog;
  test.each(operations.map(({ id, resource, params }) => [id, resource, Object.keys(params.shape)] as const))(
    "%s: %s",
    (_, resource, named) => {
      const { parameter, parents } = resourceOf(resource);
      const known = [parameter, ...parents.map((parent) => resourceOf(parent).parameter), ...besides];
      expect(known).toEqual(expect.arrayContaining(named));
    },
  );
});
