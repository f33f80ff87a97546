// Tests of the CDN ports' promises on the simulated CDN.
import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CdnProvider, EdgeConfiguration } from "../ports/cdn-ports.ts";
import { simulatedCdn } from "./simulated-cdn.ts";

let world: TestDatabase;
let cdn: CdnProvider;
beforeAll(async () => {
  world = await createTestDatabase();
  const asked = (kind: string) => async (name: string) => [`${kind} of ${name}`];
  cdn = simulatedCdn(world.database.sql, { txt: asked("TXT"), cname: asked("CNAME"), addresses: asked("addresses") });
});
afterAll(() => world.drop());

const signal = new AbortController().signal;
const configuration = (revision: number): EdgeConfiguration => ({
  revision,
  enabled: true,
  hosts: ["one.cdn.fulmar.example"],
  commonPath: null,
  origin: { type: "custom", url: "https://origin.example.com" },
  cachePolicy: "media",
  website: { indexDocument: "index.html", errorDocument: null, spa: false, redirects: [], headers: [] },
});

test("deploy is repeatable and never returns to an older revision", async () => {
  for (const revision of [1, 1, 3, 2]) await cdn.edge.deploy("cdn_one", configuration(revision), signal);
  expect(await cdn.edge.find(["cdn_one", "cdn_absent"], signal)).toEqual([{ distributionId: "cdn_one", revision: 3 }]);
});

test("remove is repeatable, and a removed distribution can be deployed again", async () => {
  await cdn.edge.deploy("cdn_two", configuration(5), signal);
  for (let time = 0; time < 2; time++) await cdn.edge.remove("cdn_two", signal);
  expect(await cdn.edge.find(["cdn_two"], signal)).toEqual([]);
  await cdn.edge.deploy("cdn_two", configuration(5), signal);
  expect(await cdn.edge.find(["cdn_two"], signal)).toHaveLength(1);
});

test("list returns pages in the order of the ids", async () => {
  for (const id of ["list_c", "list_a", "list_b"]) await cdn.edge.deploy(id, configuration(1), signal);
  const page = async (after: string) =>
    (await cdn.edge.list({ after, limit: 2 }, signal)).map(({ distributionId }) => distributionId);
  expect(await page("list")).toEqual(["list_a", "list_b"]);
  expect(await page("list_b")).toEqual(["list_c"]);
});

test("obtain keeps a certificate until it is due for renewal", async () => {
  const obtain = async () => (await cdn.certificates.obtain("shop.example.com", signal))?.expiresAt;
  const first = await obtain();
  expect(await obtain()).toEqual(first);
  await world.database.pool.query("UPDATE simulated.certificate SET expires_at = now() + interval '29 days'");
  expect(Number(await obtain())).toBeGreaterThan(Date.now() + 80 * 86_400_000);
});

test("names below .test are resolved in the simulated DNS and all others by the real resolver", async () => {
  await world.database.pool.query(
    `INSERT INTO simulated.dns_record
       VALUES ('a.test', 'TXT', 'x'), ('a.test', 'CNAME', 'b.test'), ('a.test', 'A', '192.0.2.1')`,
  );
  const { txt, cname, addresses } = cdn.resolver;
  expect([await txt("a.test", signal), await cname("a.test", signal), await addresses("a.test", signal)]).toEqual([
    ["x"],
    ["b.test"],
    ["192.0.2.1"],
  ]);
  expect(await txt("b.test", signal)).toEqual([]);
  const outside = ["a.example", "atest"].map((name) =>
    Promise.all([txt(name, signal), cname(name, signal), addresses(name, signal)]),
  );
  expect(await Promise.all(outside)).toEqual(
    ["a.example", "atest"].map((name) => [[`TXT of ${name}`], [`CNAME of ${name}`], [`addresses of ${name}`]]),
  );
});

test("a call with an aborted signal changes nothing", async () => {
  await expect(cdn.edge.deploy("cdn_late", configuration(1), AbortSignal.abort(new Error("enough")))).rejects.toThrow(
    "enough",
  );
  expect(await cdn.edge.find(["cdn_late"], signal)).toEqual([]);
});
