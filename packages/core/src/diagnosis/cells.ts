import type { Configuration } from "@fulmar/config";
import { askCell } from "../cells/index.ts";
import { type Finding, ok, saidBy, warn } from "./finding.ts";

/** An address that nobody has (RFC 2606). */
const NOBODY = "doctor@cells.invalid";

/** Asks the other cells, as sign-in does. */
export async function cellFindings({ cells }: Pick<Configuration, "cells">): Promise<Finding[]> {
  if (cells === undefined) return [];
  return Promise.all(
    cells.all
      .filter(({ name }) => name !== cells.own)
      .map(async (cell) => {
        const check = `cell ${cell.name}`;
        return askCell(cells, cell, NOBODY).then(
          () => ok(check, "It answers, so sign-in here finds its accounts."),
          (error: unknown) =>
            warn(
              check,
              `It does not answer (${saidBy(error)}), so sign-in here does not find its accounts: ` +
                "look at its console, and compare FULMAR_CELLS and FULMAR_CELLS_KEY there.",
            ),
        );
      }),
  );
}
