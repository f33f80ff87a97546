import { describe, expect, test } from "vitest";
import { BucketName } from "./bucket.ts";

describe("BucketName", () => {
  test.each(["abc", "my-bucket.2026", "0a0", "a".repeat(63), "1.2.3", "a.b.c.d"])("accepts %s", (name) => {
    expect(BucketName.safeParse(name).success).toBe(true);
  });

  test.each([
    ["", "empty"],
    ["ab", "too short"],
    ["a".repeat(64), "too long"],
    ["My-bucket", "upper case"],
    ["my_bucket", "underscore"],
    ["-abc", "begins with a hyphen"],
    ["abc.", "ends with a dot"],
    ["a..b", "two dots in a row"],
    ["192.168.5.4", "an IP address"],
    ["xn--abc", "a reserved prefix"],
    ["abc-s3alias", "a reserved suffix"],
    ["abc\n", "a line break"],
    ["bücket", "not ASCII"],
  ])("refuses %j: %s", (name) => {
    expect(BucketName.safeParse(name).success).toBe(false);
  });
});
