import { expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true, each: true });
const edge = (...words: string[]) => ["admin", "edge", ...words];

test("admin edge adds an edge with a one-time token, lists it, renews its token and removes it", async () => {
  const added = await cli().answer(edge("add", "--name", "front-1", "--site", "site-ams-1"));
  expect(added).toEqual({
    edge_id: expect.stringMatching(/^edge_/),
    name: "front-1",
    site_id: "site-ams-1",
    token: expect.stringMatching(/^fet_[A-Za-z0-9_-]{43}$/),
    valid_hours: "24",
  });
  expect(await cli().answer(edge("list"))).toMatchObject({
    edges: [{ name: "front-1", site_id: "site-ams-1", connected: "not enrolled", behind: "0", failures: "0" }],
  });
  expect(await cli().answer(edge("list"))).toMatchObject({ edges: [{ line_gbits: "100", refused: "0" }] });
  const set = await cli().answer(edge("line-rate", "--name", "front-1", "--line-rate", "400"));
  expect(set).toMatchObject({ name: "front-1", line_gbits: "400" });
  expect(await cli().answer(edge("list"))).toMatchObject({ edges: [{ line_gbits: "400" }] });
  const renewed = await cli().answer(edge("token", "--name", "front-1"));
  expect(renewed.token).not.toBe(added.token);
  expect(await cli().answer(edge("remove", "--name", "front-1"))).toMatchObject({ removed: true });
  expect(await cli().answer(edge("list"))).toEqual({ edges: [] });
});

test("admin edge refuses an unknown site, a name that is taken and an edge that is not there", async () => {
  await cli().answer(edge("add", "--name", "front-2", "--site", "site-ams-1"));
  for (const [args, sentence] of [
    [edge("add", "--name", "front-3", "--site", "site-none"), "There is no such site"],
    [edge("add", "--name", "front-2", "--site", "site-fra-1"), "Another edge has this name"],
    [edge("add", "--name", "", "--site", "site-ams-1"), "name"],
    [edge("add", "--name", "front-3", "--site", "site-ams-1", "--line-rate", "0"), "line_rate"],
    [edge("line-rate", "--name", "front-2", "--line-rate", "fast"), "line_rate"],
    [edge("line-rate", "--name", "front-2", "--line-rate", "0.5"), "line_rate"],
    [edge("line-rate", "--name", "front-9", "--line-rate", "10"), "There is no edge of this name"],
    [edge("token", "--name", "front-9"), "There is no edge of this name"],
    [edge("remove", "--name", "front-9"), "There is no edge of this name"],
  ] as const) {
    const { code, stderr } = await cli().fulmar([...args]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  }
});
