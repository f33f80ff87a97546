import { beforeAll, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture({ seeded: true });
beforeAll(async () => {
  const { prisma } = cli().database;
  const { workspace_id } = await prisma.workspace.findFirstOrThrow();
  const region = { region: "eu-central-1", is_public: false, bucket_lock_enabled: false };
  await prisma.bucket.create({ data: { bucket_id: "bkt_photos", workspace_id, name: "photos", ...region } });
  await prisma.bucket.create({ data: { bucket_id: "bkt_films", workspace_id, name: "films", ...region } });
});

const move = ["admin", "bucket", "move"];

test.each([
  ["no bucket", [], /The argument <bucket> is missing\./],
  ["no region", ["photos"], /The option --to is missing\./],
  ["both", ["photos", "--to", "eu-west-1", "--cancel"], /Give either --to or --cancel\./],
  ["too many words", ["photos", "films", "--to", "eu-west-1"], /"films" belongs to no option/],
  ["an unknown bucket", ["pictures", "--to", "eu-west-1"], /There is no bucket "pictures"\./],
  ["an unknown region", ["photos", "--to", "nowhere"], /to is no region/],
  ["its own region", ["photos", "--to", "eu-central-1"], /is in the region eu-central-1 already/],
  ["a move that is not there", ["photos", "--cancel"], /The bucket is not being moved\./],
])("bucket move refuses %s", async (_, args, sentence) => {
  const { code, stdout, stderr } = await cli().fulmar([...move, ...args]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("a move is begun, listed, refused a second time and cancelled", async () => {
  const begun = await cli().answer([...move, "films", "--to", "eu-west-1", "--no-wait"]);
  expect(begun).toMatchObject({
    bucket: "films",
    from: "eu-central-1",
    to: "eu-west-1",
    state: "prepare",
    ended_at: null,
  });
  const { moves } = await cli().answer(["admin", "bucket", "moves"]);
  expect(moves).toEqual([begun]);
  const { stderr } = await cli().fulmar([...move, "films", "--to", "eu-west-1"]);
  expect(stderr).toMatch(/is being moved already/);
  expect(await cli().answer([...move, "films", "--cancel", "--no-wait"])).toMatchObject({ state: "cancelling" });
});
