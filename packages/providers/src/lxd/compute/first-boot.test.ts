import { expect, test } from "vitest";
import { cloudInitOf } from "./first-boot.ts";

test("name and keys are lines of metadata, user data is left as it is", () => {
  const userData = "#cloud-config\npackages: [nginx]\n";
  expect(cloudInitOf({ hostname: "web-1", sshKeys: ["ssh-ed25519 AAAA a@b", 'k "2"'], userData })).toEqual({
    "user.meta-data": 'local-hostname: "web-1"\npublic-keys: ["ssh-ed25519 AAAA a@b","k \\"2\\""]\n',
    "cloud-init.user-data": userData,
  });
});

test("a rebuild without user data removes what was there", () => {
  expect(cloudInitOf({ hostname: "web-1", sshKeys: [], userData: null })["cloud-init.user-data"]).toBe("");
});
