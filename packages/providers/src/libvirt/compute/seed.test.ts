import { expect, test } from "vitest";
import { seedOf } from "./seed.ts";

const configuration = { hostname: "web", sshKeys: ["ssh-ed25519 AAAA me"], userData: "#cloud-config\n{}\n" };

test("a copy of a machine is told to forget whose it was, and a new one is not", () => {
  const [fresh, copy] = [false, true].map((isCopy) => seedOf("vm_1", configuration, { isCopy }).toString("latin1"));
  for (const cd of [fresh, copy])
    for (const part of ['local-hostname: "web"', "instance-id: vm_1", configuration.userData])
      expect(cd).toContain(part);
  // cloud-init takes what begins so for a script of every boot.
  expect(copy).toContain("#cloud-boothook\n#!/bin/sh\ncloud-init-per instance fulmar-machine-id sh -c '\n");
  expect(copy).toContain("rm -f /etc/machine-id ");
  expect(fresh).not.toContain("machine-id");
});
