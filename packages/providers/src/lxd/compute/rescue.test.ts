import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { rescueScript } from "./rescue.ts";

test("the rescue script is valid shell and sets the machine's address", () => {
  const script = rescueScript("10.91.0.7", "10.91.0.1/16");
  execFileSync("sh", ["-n"], { input: script });
  expect(script).toContain("ip address add 10.91.0.7/16 dev eth0\nip route add default via 10.91.0.1\n");
});

test("the rescue script sets no address when the machine has none", () => {
  expect(rescueScript(null, "10.91.0.1/16")).not.toContain("ip address");
});
