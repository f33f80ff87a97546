import { describe, expect, test } from "vitest";
import { VmStatus } from "./vm.ts";
import {
  type HELD_ACTIONS,
  heldRefusal,
  listedVmRefusal,
  statusesAllowing,
  VM_STATES,
  vmRefusal,
} from "./vm-states.ts";

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
] as const)("%s is allowed only in the statuses %o", (action, statuses) => {
  expect(statusesAllowing(action)).toEqual(statuses);
});

describe.each(VmStatus.options)("%s", (status) => {
  test("refuses some actions, each with a sentence and a stable code", () => {
    const refusals = Object.values(VM_STATES[status].refusals).filter((refusal) => refusal !== null);
    expect(refusals).not.toEqual([]);
    for (const { reason, code } of refusals) {
      expect(reason).toMatch(/^[A-Z].*[.]$/);
      expect(code).toMatch(/^[a-z_]+$/);
    }
  });
});

const ON_THE_MACHINE = ["start", "stop", "reboot", "delete", "snapshot", "resize_plan", "rebuild"] as const;

test.each(VmStatus.options.filter((status) => VM_STATES[status].changing))(
  "the status %s refuses actions on the machine with operation_in_progress",
  (status) => {
    for (const action of ON_THE_MACHINE) expect(vmRefusal(status, action)?.code, action).toBe("operation_in_progress");
  },
);

test.each(VmStatus.options.filter((status) => !VM_STATES[status].changing))(
  "the status %s never refuses with operation_in_progress",
  (status) => {
    for (const action of ON_THE_MACHINE)
      expect(vmRefusal(status, action)?.code, action).not.toBe("operation_in_progress");
  },
);

test.each(VmStatus.options)("a list refuses with the status %s what the page of a held VM does", (status) => {
  for (const action of Object.keys(VM_STATES.stopped.refusals) as (typeof HELD_ACTIONS)[number][]) {
    const held = listedVmRefusal({ status, held_at: "2027-01-01T00:00:00.000Z" }, action);
    expect(held?.code, action).toBe((heldRefusal("Spam.", action) ?? vmRefusal(status, action))?.code);
    for (const free of [{ status }, { status, held_at: null }])
      expect(listedVmRefusal(free, action), action).toEqual(vmRefusal(status, action));
  }
  expect(listedVmRefusal({ status: "stopped", held_at: "2027-01-01T00:00:00.000Z" }, "start")?.code).toBe("vm_held");
});
