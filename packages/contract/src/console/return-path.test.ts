import { expect, test } from "vitest";
import { isReturnPath } from "./return-path.ts";

test.each([
  "/",
  "/invitations/some-token",
  "/approvals/apr_1",
  "/workspaces/1/cloud-vms?status=running%2Cstopped&q=a+b",
  "/workspaces/1/buckets/photos/objects/a%20b",
])("a sign-in leads to %s", (path) => expect(isReturnPath(path)).toBe(true));

test.each([
  "",
  "workspaces/1",
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/%2F/evil.example",
  "/%5cevil.example",
  "/workspaces/../api/session",
  "/./x",
  "/workspaces/1#part",
  "/a b",
  "/api/session",
  "/API/session",
  "/sign-in",
  "/sign-in?next=%2F",
  "/welcome",
  `/${"a".repeat(2_000)}`,
])("a sign-in does not lead to %j", (path) => expect(isReturnPath(path)).toBe(false));
