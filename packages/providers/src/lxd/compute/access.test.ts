import { expect, test } from "vitest";
import { withPassword } from "./access.ts";

const SHADOW = "root:*:20778:0:99999:7:::\ndaemon:*:20778:0:99999:7:::\nroots:!:20778::::::\n";

test("withPassword replaces the hash of one user and keeps every other line", () => {
  expect(withPassword(SHADOW, "root", "$6$salt$hash")).toBe(SHADOW.replace("root:*", "root:$6$salt$hash"));
});

test("withPassword changes nothing when the user is missing", () => {
  expect(withPassword(SHADOW, "debian", "$6$salt$hash")).toBe(SHADOW);
});
