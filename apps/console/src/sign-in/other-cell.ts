import { useEffect } from "react";

/** A cell, as sign-in answers that it is another one. */
export interface OtherCell {
  readonly name: string;
  readonly consoleUrl: string;
}

/** Goes to the page of another cell's console, and takes the address along in the part of the URL that no server sees. */
export function goToCell({ consoleUrl }: OtherCell, page: "/sign-in" | "/forgot-password", email: string): void {
  window.location.assign(`${consoleUrl}${page}#${new URLSearchParams({ email })}`);
}

/** Fills in the address that a visitor typed at the console of another cell. */
export function useAddressFromCell(form: { setValue(name: "email", value: string): void }): void {
  const { setValue } = form;
  useEffect(() => {
    const email = new URLSearchParams(window.location.hash.slice(1)).get("email");
    if (email !== null) setValue("email", email);
  }, [setValue]);
}
