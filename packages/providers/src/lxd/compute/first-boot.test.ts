import { expect, test } from "vitest";
import { cloudInitOf } from "./first-boot.ts";

test("cloudInitOf writes host name and keys as metadata and keeps the user data unchanged", () => {
  const userData = "#cloud-config\npackages: [nginx]\n";
  expect(cloudInitOf({ hostname: "web-1", sshKeys: ["ssh-ed25519 AAAA a@b", 'k "2"'], userData })).toEqual({
    "user.meta-data": 'local-hostname: "web-1"\npublic-keys: ["ssh-ed25519 AAAA a@b","k \\"2\\""]\n',
    "cloud-init.user-data": userData,
  });
});

test("cloudInitOf clears the previous user data when there is none", () => {
  expect(cloudInitOf({ hostname: "web-1", sshKeys: [], userData: null })["cloud-init.user-data"]).toBe("");
});
