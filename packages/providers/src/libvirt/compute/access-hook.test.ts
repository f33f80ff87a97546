import { expect, test } from "vitest";
import { withAccessHook } from "./access-hook.ts";

const keys = { sshKeys: ["ssh-ed25519 AAAA it's me"], passwordHash: null, requestId: "one" };
const password = { sshKeys: null, passwordHash: "$6$salt$hash", requestId: "two" };
const both = { ...keys, passwordHash: "$6$other", requestId: "three" };
const FORGET = "#cloud-boothook\n#!/bin/sh\nforget\n";

test("a change of one value leaves what an earlier one does about the other", () => {
  const first = withAccessHook(undefined, keys, false) ?? "";
  expect(first.startsWith("#cloud-boothook\n#!/bin/sh\n")).toBe(true);
  // What was typed does not stand there as it is.
  expect(first).not.toContain("it's");
  const second = withAccessHook(first, password, false) ?? "";
  expect(second.startsWith(first)).toBe(true);
  expect(withAccessHook(second, password, false)).toBe(second);
  expect(withAccessHook(second, { ...password, passwordHash: null }, true)).toBe(second);
  expect(withAccessHook(second, password, true)).toBe(first);
  expect(withAccessHook(second, both, true)).toBeUndefined();
  expect(withAccessHook(second, both, false)).not.toContain(withAccessHook(undefined, password, false)?.slice(30));
});

test("what a copy of a machine has to do at its first boot stays", () => {
  expect(withAccessHook(FORGET, both, true)).toBe(FORGET);
  const changed = withAccessHook(FORGET, password, false) ?? "";
  expect(changed.startsWith(FORGET)).toBe(true);
  expect(withAccessHook(withAccessHook(changed, keys, false), both, true)).toBe(FORGET);
});
