import { describe, expect, test } from "vitest";
import { VmStatus } from "./vm.ts";
import { statusesAllowing, VM_STATES, vmRefusal } from "./vm-states.ts";

test.each([
  ["start", ["stopped"]],
  ["stop", ["running"]],
  ["reboot", ["running"]],
  ["delete", ["running", "stopped", "error"]],
  ["snapshot", ["running", "stopped"]],
  ["resize_plan", ["running", "stopped"]],
  ["resize_root_disk", ["running", "stopped"]],
  ["rebuild", ["running", "stopped"]],
  ["rescue", ["running", "stopped"]],
  ["update_access", ["running", "stopped"]],
] as const)("%s is allowed from %o alone", (action, statuses) => {
  expect(statusesAllowing(action)).toEqual(statuses);
});

describe.each(VmStatus.options)("%s", (status) => {
  test("says of every action that it refuses why, in a sentence with a stable code", () => {
    for (const refusal of Object.values(VM_STATES[status].refusals)) {
      if (refusal === null) continue;
      expect(refusal.reason).toMatch(/^[A-Z].*[.]$/);
      expect(refusal.code).toMatch(/^[a-z_]+$/);
    }
  });
});

const ON_THE_MACHINE = ["start", "stop", "reboot", "delete", "snapshot", "resize_plan", "rebuild"] as const;

test.each(VmStatus.options.filter((status) => VM_STATES[status].changing))(
  "%s refuses what touches the machine because of the operation",
  (status) => {
    for (const action of ON_THE_MACHINE) expect(vmRefusal(status, action)?.code, action).toBe("operation_in_progress");
  },
);

test.each(VmStatus.options.filter((status) => !VM_STATES[status].changing))(
  "%s, which is settled, refuses nothing because of an operation",
  (status) => {
    for (const action of ON_THE_MACHINE)
      expect(vmRefusal(status, action)?.code, action).not.toBe("operation_in_progress");
  },
);
