// Addresses that somebody else has written: what a list reads from one is a query that its operation takes.
import { operationById, SITE_SORTS } from "@fulmar/contract";
import { CDN_DISTRIBUTION_STATUSES } from "@fulmar/contract/cdn";
import { LOAD_BALANCER_STATUSES } from "@fulmar/contract/load-balancing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ownHost } from "../entry/own-host.ts";
import { readableAddress } from "../entry/readable-address.ts";
import { asFolder, objectsHref, readObjectsAddress } from "../objects/object-address.ts";
import { endOfDay } from "./day.ts";
import { pageOf, readListChoice } from "./list.ts";

const SEED = { seed: 20_261_128 };
const hostile = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        ...[
          "%",
          "_",
          "\\",
          "*",
          "'",
          '"',
          "<script>",
          "&",
          "=",
          "#",
          "?",
          "+",
          " ",
          "\t",
          "\0",
          "\r\n",
          "\u202e",
          "\ud800",
          "\u{1f600}",
        ],
        ...[
          "active",
          "true",
          "name",
          "-",
          "100",
          "__proto__",
          "constructor",
          "toString",
          "[]",
          "null",
          "NaN",
          "é",
          "x".repeat(70),
        ],
      ),
      { maxLength: 6 },
    )
    .map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 100 }),
);
const NAMES = [
  "search",
  "sort",
  "limit",
  "status",
  "deleted",
  "tag",
  "site_id",
  "cursor",
  "__proto__",
  "constructor",
  "x",
];

/** Lists as the console declares them. */
const balancers = {
  ...{ filters: { status: LOAD_BALANCER_STATUSES }, texts: ["tag", "site_id"] },
  ...{ several: ["status", "tag", "site_id"], sorts: SITE_SORTS },
} as const;
const secrets = {
  ...{ filters: { deleted: ["true"] }, texts: ["tag"], several: ["tag"] },
  sorts: ["created_at", "-created_at", "key", "-key"],
} as const;
const distributions = { filters: { status: CDN_DISTRIBUTION_STATUSES }, several: ["status"], sorts: [] } as const;

test.each([
  ["loadBalancer.list", balancers],
  ["secret.list", secrets],
  ["cdnDistribution.list", distributions],
] as const)("%s takes what is read from any address", (id, spec) => {
  const valid = fc.constantFrom("true", "100", "200", "-name", "created_at", ...LOAD_BALANCER_STATUSES);
  const value = fc.oneof(hostile, valid);
  const values = fc.oneof(value, fc.array(value, { maxLength: 120 }));
  const address = fc.array(fc.tuple(fc.constantFrom(...NAMES, "name"), values), { maxLength: 6 });
  fc.assert(
    fc.property(address, (fields) => {
      const { deleted, ...choice } = readListChoice<Record<string, readonly string[]>, string, string, string>(
        spec,
        Object.fromEntries(fields),
      );
      const query = { ...pageOf(choice), ...(deleted !== undefined && { deleted: true }) };
      expect(operationById(id).query.safeParse(query).error?.issues).toBeUndefined();
    }),
    { ...SEED, numRuns: 3_000 },
  );
});

test("the address of a folder or an object is read as it was written", () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (prefix, search, object) => {
      const address = {
        prefix: asFolder(prefix.toWellFormed()),
        search: search.toWellFormed(),
        object: object.toWellFormed(),
      };
      const href = objectsHref({ workspaceId: "1", bucketName: "files" }, address);
      const { origin, pathname, searchParams } = new URL(href, "https://console.example");
      expect([origin, pathname]).toEqual(["https://console.example", "/workspaces/1/buckets/files/objects"]);
      expect(readObjectsAddress(Object.fromEntries(searchParams))).toEqual({
        ...address,
        object: address.object || null,
      });
    }),
    { ...SEED, numRuns: 3_000 },
  );
});

test("an address that reaches Next is a path in UTF-8", () => {
  fc.assert(
    fc.property(fc.constantFrom("/", "", "//", "http:/"), hostile, (start, rest) => {
      const address = `${start}${rest}`;
      const read = readableAddress(address);
      expect([address, "/404"]).toContain(read);
      expect(read.startsWith("/")).toBe(true);
      expect(() => decodeURIComponent(read.split(/[?#]/, 1)[0] ?? "")).not.toThrow();
    }),
    { ...SEED, numRuns: 3_000 },
  );
});

test("no host is the console's but its own, in any spelling", () => {
  const isOwn = ownHost({ publicConsoleUrl: "https://console.example.com", environment: "production" });
  const piece = fc.constantFrom(
    "console.example.com",
    "CONSOLE",
    ".example.com",
    ":443",
    ":80",
    "@",
    "#",
    "/",
    "\\",
    ",",
    " ",
    "\t",
    "[::1]",
    "%2e",
    "。",
    ".",
  );
  const host = fc.oneof(
    fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join("")),
    hostile,
  );
  let own = 0;
  fc.assert(
    fc.property(host, (named) => {
      if (!isOwn(named)) return;
      own += 1;
      expect(named.toLowerCase()).toMatch(/^console\.example\.com(:0*443)?$/);
    }),
    { ...SEED, numRuns: 5_000 },
  );
  expect(own).toBeGreaterThan(20);
});

test("the end of a day is a moment, or empty", () => {
  fc.assert(
    fc.property(
      fc.oneof(hostile, fc.constantFrom("2026-02-30", "2026-13-01", "275760-09-13", "-1", "10000-01-01")),
      (day) => {
        const end = endOfDay(day);
        if (end !== "") expect(Number.isNaN(Date.parse(end))).toBe(false);
      },
    ),
    { ...SEED, numRuns: 2_000 },
  );
});
