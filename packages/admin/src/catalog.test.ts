import { expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true });

async function listed(id: string): Promise<unknown> {
  const { catalog } = (await cli().answer(["admin", "catalog", "list"])) as { catalog: { id: string }[] };
  return catalog.find((item) => item.id === id);
}

test.each([
  ["plan", "plan-nano", "Cloud nano"],
  ["image", "debian-12", "Debian 12"],
])("a %s is retired once, stays so through the next release, and is restored", async (kind, id, name) => {
  const choice = [`--${kind}`, id];
  const first = await cli().answer(["admin", "catalog", "retire", ...choice]);
  expect(first).toEqual({ kind, id, name, retired_at: expect.stringMatching(/Z$/) });
  await cli().answer(["seed"]);
  expect(await cli().answer(["admin", "catalog", "retire", ...choice])).toEqual(first);
  expect(await listed(id)).toEqual({ ...first, sites: "2", vms: "0" });
  const restored = { ...first, retired_at: null };
  expect(await cli().answer(["admin", "catalog", "restore", ...choice])).toEqual(restored);
  expect(await listed(id)).toEqual({ ...restored, sites: "2", vms: "0" });
});

test.each([
  ["neither a plan nor an image", [], /Give either --plan or --image/],
  ["both", ["--plan", "plan-nano", "--image", "debian-12"], /Give either --plan or --image/],
  ["a plan that does not exist", ["--plan", "plan-pico"], /no such plan/i],
  ["an image that does not exist", ["--image", "debian-1"], /no such image/i],
  ["the image of adopted machines", ["--image", "unknown"], /no such image/i],
])("retire refuses %s", async (_, choice, sentence) => {
  const { code, stdout, stderr } = await cli().fulmar(["admin", "catalog", "retire", ...choice]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
});
