import { describe, expect, test } from "vitest";
import { engineFixture } from "./engine-fixture.ts";
import { defineSaga, type Saga } from "./saga.ts";
import { runToEnd, sagaVariants, silent } from "./testing.ts";

const fixture = engineFixture();

/** A correct saga that adds names to a set and removes them. */
function upright(world: Set<string>): Saga {
  return defineSaga({
    name: "upright",
    steps: ["address", "instance", "route"].map((name) => ({
      name,
      do: async () => {
        world.add(name);
      },
      undo: async () => {
        world.delete(name);
      },
    })),
  });
}

describe("a correct saga passes every variant", () => {
  const world = new Set<string>();
  const variants = sagaVariants(upright(world));
  test.each(variants.map((variant) => [variant.title, variant] as const))("%s", async (_, { saga, outcome }) => {
    world.clear();
    const operationId = await fixture.accept(saga);
    expect(await runToEnd({ database: fixture.database, saga, services: {}, operationId })).toBe(outcome);
    expect([...world]).toEqual(outcome === "succeeded" ? ["address", "instance", "route"] : []);
  });
});

test("sagaVariants exposes a step that cannot be repeated", async () => {
  const world: string[] = [];
  const saga = defineSaga({
    name: "careless",
    steps: [{ name: "create", do: async () => void world.push("instance") }],
  });
  const [, twice] = sagaVariants(saga);
  if (twice === undefined) throw new Error("there is no such variant");
  const operationId = await fixture.accept(saga);
  await runToEnd({ database: fixture.database, saga: twice.saga, services: {}, operationId, logger: silent });
  expect(world).toEqual(["instance", "instance"]);
});
