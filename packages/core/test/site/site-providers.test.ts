// The contract's fields of a new site are those of the kinds of providers that this release has.
import { NewSite, SITE_OPTIONS, SITE_PROVIDERS } from "@fulmar/contract";
import { PROVIDER_KINDS } from "@fulmar/providers";
import { expect, test } from "vitest";

test("operators can name every kind of provider, and every option of each", () => {
  expect([...SITE_PROVIDERS]).toEqual([...Object.keys(PROVIDER_KINDS), "simulated"]);
  const options = Object.values(PROVIDER_KINDS).flatMap((kind) => Object.keys(kind.options.shape));
  expect([...SITE_OPTIONS]).toEqual([...new Set(options)]);
  expect(Object.keys(NewSite.shape)).toEqual(expect.arrayContaining(options));
});
