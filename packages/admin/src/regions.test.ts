import { expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true });

test("region list shows the regions of the embedded store", async () => {
  const { regions } = await cli().answer(["admin", "region", "list"]);
  expect(regions).toContainEqual(
    expect.objectContaining({ region: "eu-central-1", backend: "embedded", buckets: "0", reachable: null }),
  );
});
