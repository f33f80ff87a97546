/**
 * Actions that no test presses in a page, each with why. One that is pressed after all, or is gone, has to go from
 * here.
 */
export const ACTIONS_LEFT_OUT: Readonly<Record<string, string>> = {};

/** Pages that no test visits, each with why. */
export const PAGES_LEFT_OUT: Readonly<Record<string, string>> = {};
