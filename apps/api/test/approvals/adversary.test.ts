// A program that holds a guarded token and tries everything destroys nothing, and one that holds a token with ceilings
// of one destroys one thing at most. FULMAR_SEED repeats a run, FULMAR_REQUESTS says how many requests it sends, and
// FULMAR_SECONDS for how long it sends them instead (`npm run adversary`).
import type { Operation, TokenGuard } from "@fulmar/contract";
import { randomFrom } from "@fulmar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { examplesOf, operations } from "../examples/all.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";
import { happenedBetween, readReality } from "../foresight/happened.ts";
import { alive, CEILINGS_OF_ONE, CeilingTable, hoursOf, judged, rejectAll } from "./adversary-fixture.ts";

const SEED = Number(process.env.FULMAR_SEED ?? 20_261_211);
const REQUESTS = Number(process.env.FULMAR_REQUESTS ?? 240);
const SECONDS = Number(process.env.FULMAR_SECONDS ?? 0);
/** So many requests are sent together. */
const TOGETHER = 4;
/** So many requests are sent to an installation. */
const REQUESTS_OF_ONE_INSTALLATION = 480;

let api: Api;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

/** Another installation: what is made by requests fills a workspace and the addresses of a site in the end. */
async function startAnew(): Promise<ExampleFixture> {
  await api.close();
  api = await startApi();
  return new ExampleFixture(api, await api.createTenant());
}

type Fields = Readonly<Record<string, unknown>>;

test(`whoever holds a guarded token destroys nothing (seed ${SEED})`, {
  timeout: 600_000 + SECONDS * 1_000,
}, async () => {
  const random = randomFrom(SEED);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  let fixture = new ExampleFixture(api, await api.createTenant());
  const guards: readonly TokenGuard[] = ["approve_destructive", "approve_destructive", "approve_all", "plan_only"];
  const tokens = new Map<TokenGuard, string>();
  const makeTokens = async () => {
    for (const guard of guards) tokens.set(guard, await api.createToken(fixture.tenant, { guard }));
  };
  await makeTokens();
  const changing = operations.filter(({ safe, needsApproval }) => !safe || needsApproval !== false);
  /** Ids that were seen, by the name of their parameter. */
  const seen = new Map<string, string[]>();
  const note = (fields: Fields) => {
    for (const [name, value] of Object.entries(fields))
      if (typeof value === "string") seen.set(name, [...(seen.get(name) ?? []), value]);
  };
  const swapped = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const others = seen.get(name);
        const swaps = typeof value === "string" && others !== undefined && random() < 0.5;
        return [name, swaps ? pick(others) : value];
      }),
    );

  const counts = {
    seed: SEED,
    requests: 0,
    done: 0,
    waiting: 0,
    refused: 0,
    lost: 0,
    codes: new Map<string, number>(),
  };
  const until = SECONDS > 0 ? Date.now() + SECONDS * 1_000 : undefined;
  const isOver = () => (until === undefined ? counts.requests >= REQUESTS : Date.now() >= until);
  try {
    while (!isOver()) {
      if (counts.requests > 0 && counts.requests % REQUESTS_OF_ONE_INSTALLATION === 0) {
        fixture = await startAnew();
        await makeTokens();
        seen.clear();
      }
      const asked: (readonly [Operation, AnyRequest, TokenGuard])[] = [];
      for (let each = 0; each < TOGETHER; each++) {
        const operation = pick(changing);
        // Its owner makes what the request names.
        const request = await pick(examplesOf(operation))(fixture);
        note(request.params ?? {});
        asked.push([
          operation,
          { ...request, ...(request.params && { params: swapped(request.params) }) },
          pick(guards),
        ]);
      }
      const before = await alive(api);
      const answers = await Promise.all(
        asked.map(([operation, request, guard]) =>
          fixture.send(operation, request, { token: tokens.get(guard) ?? "" }),
        ),
      );
      const after = await alive(api);
      counts.requests += answers.length;
      for (const [index, answer] of answers.entries()) {
        const [operation, , guard] = asked[index] as (typeof asked)[number];
        judged(counts, guard, operation, answer);
      }
      const lost = [...before].filter((id) => !after.has(id));
      counts.lost += lost.length;
      expect({ lost, asked: lost.length === 0 ? [] : asked.map(([{ id }]) => id) }).toEqual({ lost: [], asked: [] });
      await rejectAll(api);
    }
  } finally {
    console.info(JSON.stringify({ ...counts, codes: Object.fromEntries(counts.codes) }));
  }
  expect(counts.waiting).toBeGreaterThan(0);
  expect(counts.done).toBeGreaterThan(0);
});

/** So many requests of one token with ceilings, all sent together. */
const OF_ONE_TOKEN = 8;
/** So many tokens where no time is given. */
const TOKENS = 24;
/** So many tokens of an installation: their requests make no more than a workspace may have, or a site has addresses. */
const OF_ONE_INSTALLATION = 96;

test(`whoever holds a token with ceilings of one loses one thing, makes one and adds no more than its cost (seed ${SEED})`, {
  timeout: 600_000 + SECONDS * 1_000,
}, async () => {
  const random = randomFrom(SEED + 1);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  let fixture = new ExampleFixture(api, await api.createTenant());
  const changing = operations.filter(({ safe, effects }) => !safe || effects.length > 0);
  const counts = { seed: SEED, tokens: 0, requests: 0, done: 0 };
  const table = new CeilingTable();
  const until = SECONDS > 0 ? Date.now() + SECONDS * 1_000 : undefined;
  const isOver = () => (until === undefined ? counts.tokens >= TOKENS : Date.now() >= until);
  try {
    while (!isOver()) {
      if (counts.tokens % OF_ONE_INSTALLATION === OF_ONE_INSTALLATION - 1) fixture = await startAnew();
      const token = await api.createToken(fixture.tenant, { ceilings: CEILINGS_OF_ONE });
      const asked: (readonly [Operation, AnyRequest])[] = [];
      for (let each = 0; each < OF_ONE_TOKEN; each++) {
        const operation = pick(changing);
        asked.push([operation, await pick(examplesOf(operation))(fixture)]);
      }
      const before = await readReality(fixture);
      const answers = await Promise.all(
        asked.map(([operation, request]) => fixture.send(operation, request, { token })),
      );
      const after = await readReality(fixture);
      const { destroys, costs } = happenedBetween(before, after);
      // A restored thing is not made, an upload becomes an object, which is no resource, and a policy is a VM's setting.
      const made = [...after.things.keys()].filter(
        (thing) =>
          !before.things.has(thing) &&
          !before.restorable.has(thing) &&
          !/^(backup_policy|kept|multipart_upload|object|version) /.test(thing),
      );
      const hours = await hoursOf(api, token);
      const ids = asked.map(([{ id }], index) => `${id} ${answers[index]?.status}`);
      expect(destroys.length, JSON.stringify({ destroys, ids })).toBeLessThanOrEqual(hours);
      expect(made.length, JSON.stringify({ made, ids })).toBeLessThanOrEqual(hours + destroys.length);
      expect(costs, JSON.stringify({ ids })).toBeLessThanOrEqual(
        hours * Number(CEILINGS_OF_ONE.max_added_cost_per_hour) + 1e-9,
      );
      counts.tokens++;
      counts.requests += answers.length;
      table.lost({
        max_deletions_per_hour: destroys.length,
        max_added_cost_per_hour: Math.max(0, costs),
        max_resources_per_hour: made.length,
      });
      for (const [index, answer] of answers.entries()) {
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        if (answer.status < 300) counts.done++;
        table.note((asked[index] as (typeof asked)[number])[0], answer);
      }
    }
  } finally {
    console.info(JSON.stringify(counts));
    table.print();
  }
  // Each ceiling was reached, and let something through before.
  for (const [name, { refused, through, lost }] of Object.entries(table.rows)) {
    expect(refused, name).toBeGreaterThan(0);
    expect(through, name).toBeGreaterThan(0);
    expect(lost, name).toBeGreaterThan(0);
  }
});
