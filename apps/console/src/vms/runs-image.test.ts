import type { Image, Site } from "@fulmar/contract";
import { expect, test } from "vitest";
import { missing, runsAt } from "./runs-image.ts";

const image = (architecture: string | null, firmware: "bios" | "uefi" | null) => ({ architecture, firmware }) as Image;
const site = (site_id: string, architectures: string[] | null, firmware: ("bios" | "uefi")[] | null) =>
  ({ site_id, architectures, firmware }) as Site;

test("what neither an image nor a site says is not missing", () => {
  const untold = site("a", null, null);
  expect(missing(image("aarch64", "bios"), untold)).toBeNull();
  const containers = site("b", ["x86_64", "i686"], []);
  expect(missing(image(null, null), containers)).toBeNull();
  expect(missing(image("i686", null), containers)).toBeNull();
  expect(missing(image("aarch64", "uefi"), containers)).toBe("aarch64");
  expect(missing(image("x86_64", "uefi"), containers)).toBe("UEFI");
});

test("an image is offered where the chosen site runs it, or any does", () => {
  const sites = [site("a", ["x86_64"], ["uefi"]), site("b", ["aarch64"], ["uefi"])];
  const arm = image("aarch64", "uefi");
  expect(["", "a", "b", "gone"].map((chosen) => runsAt(arm, sites, chosen))).toEqual([true, false, true, true]);
  expect(runsAt(image("aarch64", "bios"), sites, "")).toBe(false);
  expect(runsAt(arm, [], "")).toBe(true);
});
