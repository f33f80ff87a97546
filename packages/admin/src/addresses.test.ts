import { expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true });

test("admin address add adds the missing addresses of a range and refuses those of another site", async () => {
  const add = (site: string, range: string) => ["admin", "address", "add", "--site", site, "--range", range];
  expect(await cli().answer(add("site-ams-1", "192.0.2.16/28"))).toEqual({
    site_id: "site-ams-1",
    range: "192.0.2.16/28",
    added: "14",
  });
  expect(await cli().answer(add("site-ams-1", "192.0.2.16/28"))).toMatchObject({ added: "0" });
  const addresses = await cli().database.prisma.publicAddress.findMany({ where: { site_id: "site-ams-1" } });
  expect(addresses.map(({ address }) => address)).toEqual(expect.arrayContaining(["192.0.2.17", "192.0.2.30"]));
  for (const [args, sentence] of [
    [add("site-none", "192.0.2.0/28"), "site"],
    [add("site-ams-1", "192.0.2.1/28"), "must be an IPv4 network"],
    [add("site-ams-1", "10.0.0.0/8"), "a /16 at most"],
    [add("site-fra-1", "192.0.2.16/30"), "belongs to another site"],
  ] as const) {
    const { code, stderr } = await cli().fulmar([...args]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  }
});
