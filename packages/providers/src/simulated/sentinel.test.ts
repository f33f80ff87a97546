import { expect, test } from "vitest";
import { sentinelOf } from "./begin-step.ts";

const none = { failAt: null, slowMs: 0, vanishes: false };

test.each([
  ["web-1", none],
  ["my-slow-100", none],
  ["vanishing", none],
  ["slow-", none],
  ["fail-at-boot-instance", { ...none, failAt: "boot-instance" }],
  ["fail-at-boot-instance--second try", { ...none, failAt: "boot-instance" }],
  ["slow-250", { ...none, slowMs: 250 }],
  ["slow-250--web.1", { ...none, slowMs: 250 }],
  ["vanish--x", { ...none, vanishes: true }],
  ["slow-10--fail-at-create-instance--7", { failAt: "create-instance", slowMs: 10, vanishes: false }],
  ["web--slow-10", none],
])("sentinelOf reads the faults in the name %s", (name, sentinel) => {
  expect(sentinelOf(name)).toEqual(sentinel);
});
