import { expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true, each: true });
const edge = (...words: string[]) => ["admin", "edge", ...words];

test("admin edge adds an edge with a one-time token, and lists it", async () => {
  const added = await cli().answer(edge("add", "--name", "front-1", "--site", "site-ams-1", "--line-rate", "400"));
  expect(added).toEqual({
    edge_id: expect.stringMatching(/^edge_/),
    name: "front-1",
    site_id: "site-ams-1",
    token: expect.stringMatching(/^fet_[A-Za-z0-9_-]{43}$/),
    valid_hours: "24",
  });
  await cli().answer(edge("add", "--name", "front-2", "--site", "site-fra-1"));
  expect(await cli().answer(edge("list"))).toMatchObject({
    edges: [
      { name: "front-1", site_id: "site-ams-1", connected: "not enrolled", behind: "0", line_gbits: "400" },
      { name: "front-2", site_id: "site-fra-1", failures: "0", refused: "0", line_gbits: "100" },
    ],
  });
});

test("admin edge refuses an unknown site, and a name that is taken", async () => {
  await cli().answer(edge("add", "--name", "front-2", "--site", "site-ams-1"));
  for (const [args, sentence] of [
    [edge("add", "--name", "front-3", "--site", "site-none"), "must be the id of a site"],
    [edge("add", "--name", "front-2", "--site", "site-fra-1"), "Another edge has this name"],
    [edge("add", "--name", "", "--site", "site-ams-1"), "name"],
    [edge("add", "--name", "front-3", "--site", "site-ams-1", "--line-rate", "0"), "line_rate"],
    [edge("add", "--name", "front-3", "--site", "site-ams-1", "--line-rate", "fast"), "line_rate"],
    [edge("add", "--name", "front-3", "--site", "site-ams-1", "--line-rate", "0.5"), "line_rate"],
  ] as const) {
    const { code, stderr } = await cli().fulmar([...args]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  }
});
