import "server-only";
import type { KnownCells } from "@/sign-in/other-cell.ts";
import { services } from "./services.ts";

/** @returns undefined if there is one cell */
export function knownCells(): KnownCells | undefined {
  const { configuration, identity } = services();
  const others = identity.cells?.others ?? [];
  if (configuration.cell === undefined || others.length === 0) return undefined;
  return { own: configuration.cell, others };
}
