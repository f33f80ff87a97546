import { expect, test } from "vitest";
import { asFolder, objectsHref, readObjectsAddress } from "./object-address.ts";

test("an address and what it says are the same thing, whatever the names are made of", () => {
  const address = { prefix: "a b/ä+&=?#/", search: " 100%", object: "a b/ä+&=?#/ 100% .txt " };
  const href = objectsHref({ workspaceId: "1", bucketName: "files" }, address);
  const url = new URL(href, "https://console.example");
  expect(url.pathname).toBe("/workspaces/1/buckets/files/objects");
  expect(readObjectsAddress(Object.fromEntries(url.searchParams))).toEqual(address);
});

test("what is not there is not in the address", () => {
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
])("%j as a folder is %j", (text, folder) => {
  expect(asFolder(text)).toBe(folder);
});
