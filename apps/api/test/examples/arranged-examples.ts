// The examples of all operations, arranged once per test run: a template database has them, and each file that tests
// all operations begins with a clone of it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import type { Operation } from "@fulmar/contract";
import { seedPlatform } from "@fulmar/core/operator";
import { createFilledDatabase, type FilledTemplate, type TestDatabase } from "@fulmar/testkit";
import { type Api, startApi, type Tenant } from "../api-fixture.ts";
import { examplesOf, operations } from "./all.ts";
import { type AnyRequest, ExampleFixture } from "./example-fixture.ts";

/** The time limit of the hook that starts an API with arranged examples: the first one of a run arranges them. */
export const ARRANGING_MS = 240_000;

/**
 * The API on a database in which every example of every operation is arranged, in three workspaces. A test may send any
 * of these requests. One that is carried out uses its example up, so a second test of the file that carries out the
 * same operation takes another workspace, or another API.
 */
export interface ArrangedApi extends Api {
  /** The workspace of the API's own tenant, which requests name by default. */
  readonly own: ArrangedFixture;
  /** The other workspace of the same organization. */
  readonly sibling: ArrangedFixture;
  /** A workspace of another organization. */
  readonly foreign: ArrangedFixture;
}

/** A workspace in which every example is arranged. */
export class ArrangedFixture extends ExampleFixture {
  readonly #arranged: ArrangedWorkspace["arranged"];

  constructor(api: Api, { tenant, workspaceId, arranged }: ArrangedWorkspace) {
    super(api, tenant, workspaceId);
    this.#arranged = arranged;
  }

  /** The arranged request of the operation's first example. */
  request(operation: Operation): AnyRequest {
    const [first] = this.requests(operation);
    if (first === undefined) throw new Error(`${operation.id} has no example`);
    return first;
  }

  /** The arranged requests of all examples of the operation. */
  requests(operation: Operation): readonly AnyRequest[] {
    return (this.#arranged[operation.id] ?? []).map((arranged) => {
      if ("failure" in arranged) throw new Error(`The example of ${operation.id} failed: ${arranged.failure}`);
      if (arranged.asksSites) this.api.answerQuestions();
      return arranged.request;
    });
  }
}

/** Starts the API on a clone of the database with the arranged examples. */
export async function startArrangedApi(environment: Readonly<Record<string, string>> = {}): Promise<ArrangedApi> {
  const { database, note } = await createFilledDatabase(template());
  const world: World = JSON.parse(note);
  ExampleFixture.countFrom(database.url, world.numbers);
  const api = await startApi(environment, { ground: { ...database, tenant: world.own.tenant } });
  return {
    ...api,
    own: new ArrangedFixture(api, world.own),
    sibling: new ArrangedFixture(api, world.sibling),
    foreign: new ArrangedFixture(api, world.foreign),
  };
}

/** The template's examples, as JSON. */
interface World {
  readonly own: ArrangedWorkspace;
  readonly sibling: ArrangedWorkspace;
  readonly foreign: ArrangedWorkspace;
  /** The numbers that the examples have used. */
  readonly numbers: number;
}

interface ArrangedWorkspace {
  readonly tenant: Tenant;
  readonly workspaceId: string;
  /** By operation, in the order of its examples. */
  readonly arranged: Readonly<Record<string, readonly Arranged[]>>;
}

/** An arranged request, or why there is none: the tests of the other operations do not depend on it. */
type Arranged =
  | { readonly request: AnyRequest /** Whether a site is asked for the answer. */; readonly asksSites: boolean }
  | { readonly failure: string };

/** Rows of examples expire after a day, some after an hour. */
const MAX_AGE_MINUTES = 20;

let known: FilledTemplate | undefined;

function template(): FilledTemplate {
  known ??= { name: `arranged_${digestOfSources()}`, maxAgeMinutes: MAX_AGE_MINUTES, fill };
  return known;
}

/** Arranges the examples of each workspace in the order of the catalog. */
async function fill({ url, database }: TestDatabase): Promise<string> {
  await seedPlatform(database, { environment: "development" });
  const api = await startApi({ DATABASE_URL: url });
  const foreign = await api.createTenant();
  const arrange = (tenant: Tenant, workspaceId: string, nth: number) =>
    arrangeAll(new NumberedFixture(api, tenant, workspaceId, nth * NUMBERS));
  const { tenant } = api;
  const ofOther = arrange(foreign, foreign.workspaceId, 2);
  // One after the other, as some examples change their token for a moment.
  const world: World = {
    own: await arrange(tenant, tenant.workspaceId, 0),
    sibling: await arrange(tenant, tenant.otherWorkspaceId, 1),
    foreign: await ofOther,
    numbers: 3 * NUMBERS,
  };
  await api.close();
  // Half of all rows: which keys arranged the examples, and whom that was announced to.
  await database.pool.query("TRUNCATE idempotency_key, change");
  return JSON.stringify(world);
}

async function arrangeAll(fixture: NumberedFixture): Promise<ArrangedWorkspace> {
  const arranged: Record<string, readonly Arranged[]> = {};
  for (const operation of operations) {
    const ofOperation: Arranged[] = [];
    for (const example of examplesOf(operation)) ofOperation.push(await arrangeOne(fixture, example));
    arranged[operation.id] = ofOperation;
  }
  const { tenant, workspaceId } = fixture;
  return { tenant, workspaceId, arranged };
}

async function arrangeOne(fixture: NumberedFixture, example: ReturnType<typeof examplesOf>[number]): Promise<Arranged> {
  fixture.asksSites = false;
  try {
    return { request: await example(fixture), asksSites: fixture.asksSites };
  } catch (error) {
    return { failure: String(error) };
  }
}

/**
 * More numbers than the examples of one workspace use. It is odd, so that requests of neighbours differ by each
 * number.
 */
const NUMBERS = 5001;

/** Numbers its names from a number of its own on, whatever other workspaces do at the same time. */
class NumberedFixture extends ExampleFixture {
  asksSites: boolean = false;
  #number: number;
  readonly #end: number;

  constructor(api: Api, tenant: Tenant, workspaceId: string, first: number) {
    super({ ...api, answerQuestions: () => this.#answer(api) }, tenant, workspaceId);
    this.#number = first;
    this.#end = first + NUMBERS;
  }

  override number(): number {
    this.#number++;
    if (this.#number > this.#end) throw new Error("the examples of a workspace use more numbers than it has");
    return this.#number;
  }

  #answer(api: Api): void {
    this.asksSites = true;
    api.answerQuestions();
  }
}

const ROOT = join(import.meta.dirname, "../../../..");

/** A digest of everything that arranges examples, or changes what they leave in the database. */
function digestOfSources(): string {
  const files = [
    ...["prisma/migrations", "apps/api/test/examples"].flatMap((folder) => filesIn(folder)),
    ...[...packagesOf("apps/api")].flatMap((folder) => filesIn(`${folder}/src`)),
    ...["api-fixture.ts", "console-fixture.ts", "settled-volume.ts"].map((name) => `apps/api/test/${name}`),
  ];
  const hash = createHash("sha256");
  for (const file of files.toSorted((one, other) => (one < other ? -1 : 1)))
    hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex").slice(0, 16);
}

/** The folders of a package and of all that it depends on in this repository. */
function packagesOf(folder: string, found: Set<string> = new Set()): ReadonlySet<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies).filter((each) => each.startsWith("@fulmar/")))
    packagesOf(relative(ROOT, realpathSync(join(ROOT, folder, "node_modules", name))), found);
  return found;
}

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)));
}
