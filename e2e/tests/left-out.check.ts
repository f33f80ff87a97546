// Runs only after all tests have passed: the result of a partial run would be meaningless.
import { expect, test } from "@playwright/test";
import { actionsOfConsole, pagesOfConsole, routeFinder } from "../src/console-sources.ts";
import { usesOfRun } from "../src/uses.ts";

/**
 * Actions that no test performs in a page, each with its reason. Remove an action from here when a test performs it or
 * it no longer exists.
 */
const ACTIONS_LEFT_OUT: Readonly<Record<string, string>> = {
  "POST /api/cells": "Consoles of other cells send it, and no page does; tests/cells.spec.ts has two of them.",
};

/** Pages that no test visits, each with its reason. */
const PAGES_LEFT_OUT: Readonly<Record<string, string>> = {};

/** @returns items that exist, were not used and have no reason, and reasons for items that were used or do not exist */
function compared(there: readonly string[], used: ReadonlySet<string>, reasons: Readonly<Record<string, string>>) {
  const unused = there.filter((name) => !used.has(name)).toSorted();
  return {
    untested: unused.filter((name) => !(name in reasons)),
    outdatedReasons: Object.keys(reasons).filter((name) => !unused.includes(name)),
  };
}

const NOTHING = { untested: [], outdatedReasons: [] };

test("every action of the console is used by at least one test", () => {
  const actions = actionsOfConsole();
  expect(actions.length).toBeGreaterThan(100);
  expect(compared(actions, usesOfRun().actions, ACTIONS_LEFT_OUT)).toEqual(NOTHING);
});

test("every page of the console is visited by at least one test", () => {
  const pages = pagesOfConsole();
  expect(pages.length).toBeGreaterThan(100);
  const routeOf = routeFinder(pages);
  const visited = new Set([...usesOfRun().pages].flatMap((path) => routeOf(path) ?? []));
  expect(compared(pages, visited, PAGES_LEFT_OUT)).toEqual(NOTHING);
});
