/**
 * Actions that no test performs in a page, each with its reason. Remove an action from here when a test performs it or
 * it no longer exists.
 */
export const ACTIONS_LEFT_OUT: Readonly<Record<string, string>> = {
  "POST /api/cells": "Consoles of other cells send it, and no page does; tests/cells.spec.ts has two of them.",
};

/** Pages that no test visits, each with its reason. */
export const PAGES_LEFT_OUT: Readonly<Record<string, string>> = {};
