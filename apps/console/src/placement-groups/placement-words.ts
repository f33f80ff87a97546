import type { PlacementGroup } from "@fulmar/contract";

/** What a placement group asks for, in words. */
export function placementWords({ strategy, over, strict }: Pick<PlacementGroup, "strategy" | "over" | "strict">) {
  const place = over === "zones" ? "zone" : "host";
  const what = strategy === "spread" ? `each in a ${place} of its own` : `all in one ${place}`;
  return strict ? what : `${what}, where it can be`;
}
