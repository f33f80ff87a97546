import { expect, test } from "vitest";
import { foldersFirst, foldersOf, lastName, nameWithin } from "./object-names.ts";

test("foldersOf lists every folder of a prefix, including those without a name", () => {
  expect(foldersOf("")).toEqual([]);
  expect(foldersOf("photos/2026/")).toEqual([
    { name: "photos", prefix: "photos/" },
    { name: "2026", prefix: "photos/2026/" },
  ]);
  expect(foldersOf("a//")).toEqual([
    { name: "a", prefix: "a/" },
    { name: "/", prefix: "a//" },
  ]);
});

test("nameWithin removes the folder, but keeps the whole name of the folder's own object", () => {
  expect(nameWithin("photos/cat.jpg", "photos/")).toBe("cat.jpg");
  expect(nameWithin("photos/", "photos/")).toBe("photos/");
  expect(nameWithin("cat.jpg", "")).toBe("cat.jpg");
});

test.each([
  ["photos/cat.jpg", "cat.jpg"],
  ["cat.jpg", "cat.jpg"],
  ["photos/", "photos/"],
  ["a/b/", "b/"],
])("lastName of %j is %j", (key, name) => {
  expect(lastName(key)).toBe(name);
});

test("folders come first, each in the order of their keys", () => {
  const object = {
    kind: "object" as const,
    size: 1,
    etag: "e",
    content_type: null,
    last_modified: null,
    retained_until: null,
  };
  const listed = [
    { ...object, key: "a.txt" },
    { ...object, key: "b/", kind: "prefix" as const },
    { ...object, key: "b.txt" },
    { ...object, key: "c/", kind: "prefix" as const },
  ];
  expect(foldersFirst(listed).map(({ key }) => key)).toEqual(["b/", "c/", "a.txt", "b.txt"]);
});
