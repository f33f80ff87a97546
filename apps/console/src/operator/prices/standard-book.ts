/** The price book of every organization without another one. */
export const STANDARD_BOOK = "standard";
