import { expect, test } from "vitest";
import { checkUserData } from "./check-user-data.ts";
import { SNIPPETS, withSnippet } from "./snippets.ts";

test.each([
  ["", "nothing"],
  ["#!/bin/sh\nif then: [", "a script"],
  ["Content-Type: multipart/mixed; boundary=x\n\n--x", "a MIME message"],
  ["## template: jinja\n#cloud-config\n{% if true %}", "a template"],
  ["#cloud-config", "an empty cloud-config"],
  ["#cloud-config\r\npackages:\r\n  - curl\r\n", "a cloud-config with line ends of Windows"],
])("%j is fine: %s", (text) => expect(checkUserData(text)).toEqual([]));

test("text of no known kind would be ignored", () => {
  expect(checkUserData("packages:\n  - curl")).toEqual([
    { kind: "error", line: 1, column: 1, message: expect.stringContaining("must be #cloud-config") },
  ]);
});

test("YAML that does not parse is an error with its line and column", () => {
  expect(checkUserData("#cloud-config\npackages:\n  - curl\n - git\n")).toMatchObject([{ kind: "error", line: 4 }]);
  expect(checkUserData("#cloud-config\nruncmd: [a, b\nusers: x\n")[0]).toMatchObject({
    kind: "error",
    column: expect.any(Number),
  });
  expect(checkUserData("#cloud-config\npackages: [a]\npackages: [b]\n")).toMatchObject([
    { kind: "error", line: 3, column: 1, message: "Map keys must be unique." },
  ]);
  expect(checkUserData("#cloud-config\n- curl\n")).toMatchObject([{ kind: "error", line: 2, column: 1 }]);
});

test("a key that cloud-init does not know is a hint, with the nearest one", () => {
  expect(
    checkUserData("#cloud-config\npackage:\n  - curl\nruncmds: []\nwrite-file: []\nnonsense_of_mine: 1\n"),
  ).toEqual([
    { kind: "hint", line: 2, column: 1, message: "cloud-init does not know package. Did you mean packages?" },
    { kind: "hint", line: 4, column: 1, message: "cloud-init does not know runcmds. Did you mean runcmd?" },
    { kind: "hint", line: 5, column: 1, message: "cloud-init does not know write-file. Did you mean write_files?" },
    { kind: "hint", line: 6, column: 1, message: "cloud-init does not know nonsense_of_mine." },
  ]);
});

test("snippets, alone and all together, are cloud-configs without remarks", () => {
  for (const snippet of SNIPPETS) expect(checkUserData(withSnippet("", snippet)), snippet.title).toEqual([]);
  const all = SNIPPETS.reduce(withSnippet, "");
  expect(checkUserData(all)).toEqual([]);
  expect(all.match(/^runcmd:/gm)).toHaveLength(1);
});

test("a snippet is added below its key, or at the end", () => {
  const packages = SNIPPETS.find(({ title }) => title === "Packages");
  if (packages === undefined) throw new Error("there is no snippet of packages");
  expect(withSnippet("#cloud-config\npackages:\n  - jq", packages)).toBe(
    "#cloud-config\npackages:\n  - curl\n  - git\n  - jq\n",
  );
  expect(withSnippet("#cloud-config\nhostname: web", packages)).toBe(
    "#cloud-config\nhostname: web\npackages:\n  - curl\n  - git\n",
  );
});
