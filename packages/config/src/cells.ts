/** The cells of an installation, by which sign-in finds the one that knows an account (docs/adr/0095). */
export interface Cells {
  /** The name of this cell. */
  readonly own: string;
  /** All cells, the first one first. Consoles are the addresses at which browsers and other cells reach them. */
  readonly all: readonly Cell[];
  /** The names of the cells that take new accounts. */
  readonly open: readonly string[];
  /** All cells have it. It signs what they ask each other. */
  readonly key: string;
}

export interface Cell {
  readonly name: string;
  readonly consoleUrl: string;
}

/** The variables, as they were parsed. */
interface Variables {
  readonly FULMAR_CELL?: string | undefined;
  readonly FULMAR_CELLS: readonly Cell[];
  readonly FULMAR_CELLS_KEY?: string | undefined;
  readonly FULMAR_OPEN_CELLS: readonly string[];
}

/** @returns undefined if there is one cell, or a sentence for what is wrong */
export function cellsOf(value: Variables, publicConsoleUrl: string): Cells | undefined | string {
  const { FULMAR_CELL: own, FULMAR_CELLS: all, FULMAR_CELLS_KEY: key, FULMAR_OPEN_CELLS: open } = value;
  if (all.length === 0) {
    if (key === undefined && open.length === 0) return undefined;
    return "FULMAR_CELLS must be set with FULMAR_CELLS_KEY or FULMAR_OPEN_CELLS: it names all cells.";
  }
  if (own === undefined || key === undefined)
    return (
      "FULMAR_CELL and FULMAR_CELLS_KEY must be set with FULMAR_CELLS: the name of this cell, and the key that all " +
      "cells have."
    );
  const names = all.map(({ name }) => name);
  if (new Set(names).size < names.length) return "FULMAR_CELLS must name each cell once.";
  if (all.find(({ name }) => name === own)?.consoleUrl !== publicConsoleUrl)
    return `FULMAR_CELLS must have ${own}, the cell of FULMAR_CELL, with FULMAR_PUBLIC_CONSOLE_URL as its console.`;
  if (open.some((name) => !names.includes(name))) return "FULMAR_OPEN_CELLS must be names of FULMAR_CELLS.";
  return { own, all, open: open.length === 0 ? names : open, key };
}
