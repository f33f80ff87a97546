import { expect, test } from "vitest";
import { asFolder, objectsHref, readObjectsAddress } from "./object-address.ts";

test("an objects address with special characters survives the round trip", () => {
  const address = { prefix: "a b/ä+&=?#/", search: " 100%", object: "a b/ä+&=?#/ 100% .txt " };
  const href = objectsHref({ workspaceId: "1", bucketName: "files" }, address);
  const url = new URL(href, "https://console.example");
  expect(url.pathname).toBe("/workspaces/1/buckets/files/objects");
  expect(readObjectsAddress(Object.fromEntries(url.searchParams))).toEqual(address);
});

test("empty values are left out of the address, and invalid ones are ignored", () => {
  expect(objectsHref({ workspaceId: "1", bucketName: "files" }, { prefix: "", search: "", object: null })).toBe(
    "/workspaces/1/buckets/files/objects",
  );
  expect(readObjectsAddress({ prefix: ["a", "b"], object: "" })).toEqual({ prefix: "", search: "", object: null });
});

test.each([
  ["", ""],
  ["/", ""],
  ["photos", "photos/"],
  ["/photos/2026/", "photos/2026/"],
  ["a//b", "a//b/"],
])("asFolder turns %j into %j", (text, folder) => {
  expect(asFolder(text)).toBe(folder);
});
