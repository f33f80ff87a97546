import { expect, test } from "vitest";
import { withPassword } from "./access.ts";

const SHADOW = "root:*:20778:0:99999:7:::\ndaemon:*:20778:0:99999:7:::\nroots:!:20778::::::\n";

test("one user's hash is another, all else stays", () => {
  expect(withPassword(SHADOW, "root", "$6$salt$hash")).toBe(SHADOW.replace("root:*", "root:$6$salt$hash"));
});

test("without the user, nothing changes", () => {
  expect(withPassword(SHADOW, "debian", "$6$salt$hash")).toBe(SHADOW);
});
