import { expect, test } from "vitest";
import { migSlicesIn } from "./mig-slices.ts";

const [A, B] = ["GPU-5d5ba0d6-d33d-2b2c-524d-9e3d8d2b8a77", "GPU-1f3c4a5b-0000-1111-2222-333344445555"];
const [ONE, TWO] = ["MIG-c6d4f1ef-42e4-5de3-91c7-45d71c87eb3f", "MIG-cba663e8-9bed-5b25-b243-5985ef7c9beb"];

test("slices are those of the card above them", () => {
  const { ofCard, unread } = migSlicesIn(
    `GPU 0: NVIDIA A100-SXM4-40GB (UUID: ${A})\n  MIG 1g.5gb      Device  0: (UUID: ${ONE})\n` +
      `  MIG 3g.20gb     Device  1: (UUID: ${TWO})\nGPU 1: NVIDIA A100-SXM4-40GB (UUID: ${B})\n`,
  );
  expect([...ofCard]).toEqual([
    [
      A,
      [
        { profile: "1g.5gb", uuid: ONE },
        { profile: "3g.20gb", uuid: TWO },
      ],
    ],
    [B, []],
  ]);
  expect(unread).toEqual([]);
});

test("line ends of Windows, tabs, other cases and repeated lines mean the same", () => {
  const line = `\tmig 1G.5GB+ME\tdevice 0: (uuid: ${ONE})\r\n`;
  const { ofCard, unread } = migSlicesIn(`gpu 0: NVIDIA A100 (UUID: ${A})\r\n${line}${line}`);
  expect([...ofCard]).toEqual([[A, [{ profile: "1g.5gb+me", uuid: ONE }]]]);
  expect(unread).toEqual([]);
});

test.each([
  ["nothing", "", []],
  ["the words of a driver that fails", "NVIDIA-SMI has failed because it couldn't communicate with the driver.", []],
  ["a slice without a card", `MIG 1g.5gb Device 0: (UUID: ${ONE})`, [`MIG 1g.5gb Device 0: (UUID: ${ONE})`]],
  [
    "the names of drivers before R470",
    `GPU 0: A100 (UUID: ${A})\n MIG 1g.5gb Device 0: (UUID: MIG-${A}/1/0)`,
    [`MIG 1g.5gb Device 0: (UUID: MIG-${A}/1/0)`],
  ],
  ["a line without an end", `GPU 0: A100 (UUID: ${A})\nMIG ${"(UUID: ".repeat(1_000_000)}`, [expect.any(String)]],
])("%s has no slice", (_, listed, unread) => {
  const found = migSlicesIn(listed);
  expect([...found.ofCard.values()].flat()).toEqual([]);
  expect(found.unread).toEqual(unread);
});
