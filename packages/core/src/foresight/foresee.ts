import { isLoss } from "@fulmar/contract";
import { z } from "zod";
import type { Foresee, Rehearsed } from "../request/plan/rehearsed.ts";
import { visiblePlan } from "../request/plan/visible-plan.ts";
import { type Accepted, endAccepted } from "./accepted-operations.ts";
import { readAffected } from "./affected.ts";
import { adviceAboutBudget } from "./budget-advice.ts";
import { changesOfCatalog } from "./catalog-changes.ts";
import { withContents } from "./contents.ts";
import { changesBetween } from "./differences.ts";
import { adviceAboutDnssec } from "./dnssec-advice.ts";
import { adviceAboutFence } from "./fence-advice.ts";
import { adviceAboutBroughtImages, adviceAgainstImage } from "./image-advice.ts";
import { adviceAboutHosts } from "./placement-advice.ts";
import {
  type Announced,
  keyOf,
  type Place,
  placeInAnswer,
  placeInPath,
  placesAnnounced,
  readAnnounced,
} from "./places.ts";
import { ACCOUNT_READINGS, readingAtPath } from "./readings.ts";
import { type Fields, type ResourceState, readKept, readSettingOf, readStates } from "./states.ts";
import { costBetween, quotasBetween, readCharged, readTotals } from "./totals.ts";

/**
 * Tells what a change has done, by reading what it has touched before and after (docs/adr/0076). The handlers know
 * nothing of it: the database announces what a transaction touches, and the catalog says how that is read.
 */
export const foresee: Foresee = async (rehearsed) => {
  const { operation, rehearsal, answer } = rehearsed;
  await rehearsal.carryOut();
  const { accepted, announced } = await endAsIfDone(rehearsed);
  const touched = announced.map(({ resource_id }) => resource_id);
  // Queries that do not need each other's answers are sent together, in one round trip.
  const [, found] = await Promise.all([rehearsal.lookAround(), placesOf(rehearsed, announced)]);
  const [after, totalsAfter, charged, images] = await Promise.all([
    readStates(rehearsed.read, found),
    readTotals(rehearsal.sql, rehearsed, touched),
    readCharged(rehearsed, idsOf(found)),
    adviceAboutBroughtImages(rehearsed, announced),
  ]);
  await addSettingAtPath(rehearsed, after);
  await addAccount(rehearsed, after);

  const [, foundBefore] = await Promise.all([rehearsal.takeBack(), placesOf(rehearsed, announced)]);
  const places = new Map([...found, ...foundBefore].map((place) => [keyOf(place), place]));
  const [before, totalsBefore] = await Promise.all([
    readStates(rehearsed.read, [...places.values()]),
    readTotals(rehearsal.sql, rehearsed, touched),
  ]);
  await addSettingAtPath(rehearsed, before);
  await addAccount(rehearsed, before);
  await addKept(rehearsed, before);

  const [, begun = ""] = rehearsed.begun.split("_");
  const chosen = { begun, input: rehearsed.input, during: totalsAfter.during };
  const restorableUntil = restorableUntilIn(answer);
  const changed = changesBetween(before, after, chosen);
  const changes = restorableUntil === null ? changed : await withContents(rehearsed, changed);
  // A link is named by what it leads to, which stays.
  const deleted = new Set(changes.filter(isLoss).map(({ id }) => id));
  // Kept resources cost on.
  const ends =
    restorableUntil !== null
      ? []
      : charged.filter(({ resource_id }) => deleted.has(resource_id)).map(({ hourly }) => hourly);
  const [{ affects, warnings }, advice, placement, fence, budget, cost] = await Promise.all([
    readAffected(rehearsed, changes),
    adviceAgainstImage(rehearsed),
    adviceAboutHosts(rehearsed, changes),
    adviceAboutFence(rehearsed),
    adviceAboutBudget(rehearsed),
    costBetween(rehearsal.sql, totalsBefore, totalsAfter, ends),
  ]);
  const ofCatalog = changesOfCatalog(rehearsed);
  const plan = {
    would_answer: operation.success,
    changes: ofCatalog?.changes ?? changes,
    affects,
    steps: [...accepted.steps],
    cost,
    quotas: quotasBetween(totalsBefore, totalsAfter),
    irreversible: restorableUntil === null && (operation.irreversible || changes.some(isLoss)),
    restorable_until: restorableUntil,
    warnings: [
      ...advice,
      ...images,
      ...placement,
      ...fence,
      ...budget,
      ...adviceAboutDnssec(rehearsed, changes),
      ...warningsOf(accepted, rehearsed),
      ...warnings,
      ...(ofCatalog?.warnings ?? []),
    ],
  };
  return visiblePlan(plan, rehearsed.mayRead);
};

const NOTHING_ACCEPTED: Accepted = { operationIds: [], steps: [], unknown: [] };

/** Operations end at once, so that the plan tells the state after them. @returns what was touched besides */
async function endAsIfDone({
  rehearsal,
  workspaceId,
}: Rehearsed): Promise<{ readonly accepted: Accepted; readonly announced: readonly Announced[] }> {
  const announced = await readAnnounced(rehearsal.sql);
  if (workspaceId === null) return { accepted: NOTHING_ACCEPTED, announced };
  const ids = announced.filter(({ topic }) => topic === "operation").map(({ resource_id }) => resource_id);
  const accepted = await endAccepted(rehearsal, workspaceId, ids);
  // The ends touch more.
  const isMore = accepted.operationIds.length > 0;
  return { accepted, announced: isMore ? await readAnnounced(rehearsal.sql) : announced };
}

/** The places that the transaction has touched, and the one that the path of the request or its answer names. */
async function placesOf(
  { operation, input, answer, rehearsal, workspaceId }: Rehearsed,
  announced: readonly Announced[],
) {
  const named = placeInPath(operation, input) ?? placeInAnswer(operation, answer);
  const found = await placesAnnounced(rehearsal.sql, workspaceId, announced);
  const places = new Map([...(named === undefined ? [] : [named]), ...found].map((place) => [keyOf(place), place]));
  return [...places.values()];
}

/** Adds what is written at the operation's own path, where that is no setting of a resource alone. */
async function addSettingAtPath({ operation, input, read }: Rehearsed, states: Map<string, ResourceState>) {
  const setting = readingAtPath(operation);
  const place = placeInPath(operation, input);
  if (setting === undefined || place === undefined) return;
  const state = await readSettingOf(read, setting, place, input);
  const known = states.get(keyOf(place));
  if (state !== undefined) states.set(keyOf(place), { ...state, fields: { ...known?.fields, ...state.fields } });
}

/** Adds what is deleted for good and was kept until then, where it has no record of its own and is listed. */
async function addKept({ operation, input, read }: Rehearsed, states: Map<string, ResourceState>) {
  const place = placeInPath(operation, input);
  if (!operation.irreversible || place === undefined || states.has(keyOf(place))) return;
  const state = await readKept(read, place);
  if (state !== undefined) states.set(keyOf(place), state);
}

/** A change of an account or an organization shows in what its user sees of them. */
async function addAccount({ operation, workspaceId, read }: Rehearsed, states: Map<string, ResourceState>) {
  if (workspaceId !== null || operation.subject === "installation") return;
  let fields: Fields = {};
  for (const reading of ACCOUNT_READINGS)
    fields = { ...fields, ...(((await read(reading, {}))?.body ?? {}) as Fields) };
  states.set("user", { type: "user", params: {}, id: String(fields.user_id ?? ""), fields });
}

function idsOf(places: readonly Place[]): string[] {
  return places.map(({ params }) => Object.values(params).at(-1) ?? "");
}

const Restorable = z.object({ restorable_until: z.string().nullish() });

function restorableUntilIn(answer: unknown): string | null {
  return Restorable.safeParse(answer).data?.restorable_until ?? null;
}

function warningsOf({ unknown }: Accepted, { elsewhere }: Rehearsed): string[] {
  return [
    ...(unknown.length > 0
      ? [`What the site answers to the step ${unknown.join(", ")} is known only when it has run.`]
      : []),
    ...(elsewhere
      ? ["What changes at the server of the region is not shown, and the server may still refuse it."]
      : []),
  ];
}
