import { useEffect, useState } from "react";

/** A cell, as sign-in answers that it is another one. */
export interface OtherCell {
  readonly name: string;
  readonly consoleUrl: string;
}

/** The cell of this console, and all others. */
export interface KnownCells {
  readonly own: string;
  readonly others: readonly OtherCell[];
}

/** Somebody who typed an address at the console of another cell, which led them here. */
export interface Arrival {
  readonly email: string;
  readonly from: OtherCell;
  /** The name of this cell. */
  readonly own: string;
}

/**
 * Goes to the page of another cell's console. The address and the name of this cell go along in the part of the URL
 * that no server sees.
 */
export function goToCell(
  { consoleUrl }: OtherCell,
  page: "/sign-in" | "/forgot-password",
  { email, from }: { readonly email: string; readonly from: string },
): void {
  window.location.assign(`${consoleUrl}${page}#${new URLSearchParams({ email, from })}`);
}

/**
 * Fills in the address that a visitor typed at the console of another cell.
 * @param next the field to type in next
 * @returns null if no other cell led here
 */
export function useArrival<Name extends string>(
  form: { setValue(name: "email", value: string): void; setFocus(name: Name): void },
  { cells, next }: { readonly cells: KnownCells | undefined; readonly next?: NoInfer<Name> },
): Arrival | null {
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const { setValue, setFocus } = form;
  useEffect(() => {
    const values = new URLSearchParams(window.location.hash.slice(1));
    const email = values.get("email");
    const from = cells?.others.find(({ name }) => name === values.get("from"));
    if (cells === undefined || email === null || from === undefined) return;
    setArrival({ email, from, own: cells.own });
    setValue("email", email);
    if (next !== undefined) setFocus(next);
  }, [cells, next, setValue, setFocus]);
  return arrival;
}
