import { catalog } from "@fulmar/contract";
import { expect, test } from "vitest";
import { describeEvent, ORGANIZATION_ACTIONS } from "./describe-event.ts";

/** The families whose changes are events of an organization. */
const OF_ORGANIZATIONS = /^(workspace|organization|member|invitation|apiToken|billingDetails|budget)\./;

const changes = catalog.filter(({ id, safe }) => OF_ORGANIZATIONS.test(id) && !safe).map(({ id }) => id);

test.each(changes)("%s is an event in words", (action) => {
  expect(describeEvent({ action, actor_id: "a", resource_id: null })).not.toBe(action);
});

test("no two actions that one can choose have the same words", () => {
  const words = ORGANIZATION_ACTIONS.map(([, text]) => text);
  expect(words).toEqual([...new Set(words)]);
});
