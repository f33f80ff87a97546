import { expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true });

const add = ["admin", "region", "add", "--name", "North", "--region", "eu-north-1"];
const key = ["--access-key", "AK", "--secret-key", "a secret"];

async function expectRefusal(args: readonly string[], sentence: RegExp) {
  const { code, stdout, stderr } = await cli().fulmar(args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
}

test.each([
  ["another kind of server", ["--backend", "swift", "--endpoint", "http://x"], /backend must be rgw/],
  ["an endpoint with a path", ["--backend", "rgw", "--endpoint", "http://x/s3"], /endpoint must be http/],
  ["a server that does not answer", ["--backend", "rgw", "--endpoint", "http://127.0.0.1:1"], /does not answer/],
])("region add refuses %s", async (_, options, sentence) => {
  await expectRefusal([...add, ...key, ...options], sentence);
});

test("region check and remove refuse a region that does not exist", async () => {
  await expectRefusal(["admin", "region", "check", "--region", "nowhere"], /There is no such region/);
  await expectRefusal(["admin", "region", "remove", "--region", "nowhere"], /There is no such region/);
});

test("region list shows the regions of the embedded store", async () => {
  const { regions } = await cli().answer(["admin", "region", "list"]);
  expect(regions).toContainEqual(
    expect.objectContaining({ region: "eu-central-1", backend: "embedded", buckets: "0", reachable: null }),
  );
});
