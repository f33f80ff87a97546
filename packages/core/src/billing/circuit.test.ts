import { describe, expect, test } from "vitest";
import { Circuit } from "./circuit.ts";

const failing = () => Promise.reject(new Error("no answer"));
const working = () => Promise.resolve("yes");

/** Work that runs until the test ends it. */
function heldWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let calls = 0;
  const work = () => {
    calls++;
    return promise;
  };
  return { work, calls: () => calls, succeed: () => resolve("yes"), fail: () => reject(new Error("no answer")) };
}

async function failTimes(circuit: Circuit, times: number) {
  for (let failure = 0; failure < times; failure++) await expect(circuit.run(failing)).rejects.toThrow("no answer");
}

describe("a closed circuit", () => {
  test("lets calls through concurrently", async () => {
    const circuit = new Circuit();
    const held = heldWork();
    const crowd = Array.from({ length: 10 }, () => circuit.run(held.work));
    expect(held.calls()).toBe(10);
    held.succeed();
    expect(await Promise.all(crowd)).toEqual(Array.from({ length: 10 }, () => "yes"));
  });

  test("stays closed while failures are fewer than five in a row", async () => {
    const circuit = new Circuit();
    for (let round = 0; round < 5; round++) {
      await failTimes(circuit, 4);
      expect(await circuit.run(working)).toBe("yes");
    }
    const held = heldWork();
    const crowd = [circuit.run(held.work), circuit.run(held.work)];
    expect(held.calls()).toBe(2);
    held.succeed();
    await Promise.all(crowd);
  });
});

describe("an open circuit after five failures in a row", () => {
  test("lets one call at a time through and fails the others at once", async () => {
    const circuit = new Circuit();
    await failTimes(circuit, 5);
    const held = heldWork();
    const trying = circuit.run(held.work);
    await expect(circuit.run(working)).rejects.toThrow("failed 5 times in a row");
    held.fail();
    await expect(trying).rejects.toThrow("no answer");
    await failTimes(circuit, 1);
  });

  test("closes with the first success", async () => {
    const circuit = new Circuit();
    await failTimes(circuit, 7);
    expect(await circuit.run(working)).toBe("yes");
    const held = heldWork();
    const crowd = [circuit.run(held.work), circuit.run(held.work)];
    held.succeed();
    expect(await Promise.all(crowd)).toEqual(["yes", "yes"]);
  });
});
