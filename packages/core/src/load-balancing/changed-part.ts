type Change<Part> = { readonly [Field in keyof Part]?: Part[Field] | undefined };

/** A part with what is given of it changed, and the rest as it was. */
export function changed<Part extends object>(part: Part, change: Change<Part>): Part {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...part, ...Object.fromEntries(given) };
}
