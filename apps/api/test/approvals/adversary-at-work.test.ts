// The same program where everything runs: a worker with a simulated site, and an object store whose objects it attacks
// by access keys that its tokens made before they got their guards. FULMAR_SEED repeats a run, and FULMAR_SECONDS says
// for how long requests are sent (`npm run adversary`).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Method, Operation, TokenGuard } from "@fulmar/contract";
import { presignUrl } from "@fulmar/core/s3-signing";
import { type ListeningProgram, processUrl, randomFrom, startListening } from "@fulmar/testkit";
import { makeStack, type Send } from "@fulmar/testkit/stack";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, MASTER_KEY, SECRET, startApi } from "../api-fixture.ts";
import { examplesOf, operations } from "../examples/all.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";
import { startWorker } from "../worker-fixture.ts";
import { alive, CEILINGS_OF_ONE, CeilingTable, hoursOf, judged, rejectAll } from "./adversary-fixture.ts";

const SEED = Number(process.env.FULMAR_SEED ?? 20_261_212);
const SECONDS = Number(process.env.FULMAR_SECONDS ?? 0);
/** So many rounds are sent where no time is given. */
const ROUNDS = 12;
/** So many operations are tried where no time is given. */
const OPERATIONS = 30;
/** So many requests are sent together, and as many to the object store. */
const TOGETHER = 4;
const OBJECTS = SECONDS > 0 ? 200 : 20;
const REGION = "eu-central-1";
/** What holds a token: a guard, or ceilings of one. */
type Holder = TokenGuard | "ceilings";
const HOLDERS: readonly Holder[] = ["approve_destructive", "approve_all", "plan_only", "ceilings"];
/** Those that may add an object over S3. */
const ADDING: readonly Holder[] = ["approve_destructive", "ceilings"];

const folder = mkdtempSync(join(tmpdir(), "fulmar-adversary-"));
/** Has the examples, which make what they need as if a worker had. */
let elsewhere: Api;
let api: Api;
let store: ListeningProgram;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  elsewhere = await startApi();
  api = await startApi();
  stopWorker = startWorker(api);
  api.answerQuestions();
  store = await startListening(
    join(import.meta.dirname, "../../../object-store/src/main.ts"),
    (port) => ({
      DATABASE_URL: processUrl(api.databaseUrl, "fulmar_request"),
      FULMAR_DATA_DIR: folder,
      FULMAR_SECRET: SECRET,
      FULMAR_MASTER_KEY: MASTER_KEY,
      FULMAR_DRAIN_MS: "0",
      OBJECT_STORE_PORT: String(port),
    }),
    "the object store listens",
  );
});
afterAll(async () => {
  await stopWorker();
  store.child.kill();
  await api.close();
  await elsewhere.close();
  rmSync(folder, { recursive: true });
});

interface Key {
  readonly accessKeyId: string;
  readonly secret: string;
}

interface S3Request {
  readonly method: Exclude<Method, "PATCH">;
  readonly bucket: string;
  /** Empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function sendS3(signer: Key, { method, bucket, key, query, headers, body }: S3Request): Promise<Response> {
  const url = presignUrl(signer, {
    ...{ method, endpoint: `http://127.0.0.1:${store.port}`, region: REGION, bucketName: bucket, key },
    ...{ expiresIn: 60, at: new Date(), ...(query && { query }), ...(headers && { headers }) },
  });
  return fetch(url, { method, ...(headers && { headers }), ...(body !== undefined && { body }) });
}

/** Everything by which a client can lose objects of a bucket, and one that loses none: an object is added. */
const S3_ATTACKS: Readonly<Record<string, (bucket: string, key: string, other: string) => S3Request>> = {
  add: (bucket, key, other) => ({ method: "PUT", bucket, key: `${key}-${other}-added`, body: "new" }),
  delete: (bucket, key) => ({ method: "DELETE", bucket, key }),
  deleteVersion: (bucket, key) => ({ method: "DELETE", bucket, key, query: { versionId: "null" } }),
  deleteMany: (bucket, key, other) => ({
    ...{ method: "POST", bucket, key: "", query: { delete: "" } },
    body: `<Delete><Object><Key>${key}</Key></Object><Object><Key>${other}</Key></Object></Delete>`,
  }),
  replace: (bucket, key) => ({ method: "PUT", bucket, key, body: "rubbish" }),
  copyOnto: (bucket, key, other) => ({
    ...{ method: "PUT", bucket, key, headers: { "x-amz-copy-source": `${bucket}/${other}` } },
  }),
  tag: (bucket, key) => ({
    ...{ method: "PUT", bucket, key, query: { tagging: "" } },
    body: "<Tagging><TagSet><Tag><Key>doomed</Key><Value>yes</Value></Tag></TagSet></Tagging>",
  }),
  upload: (bucket, key) => ({ method: "POST", bucket, key, query: { uploads: "" } }),
  suspend: (bucket) => ({
    ...{ method: "PUT", bucket, key: "", query: { versioning: "" } },
    body: "<VersioningConfiguration><Status>Suspended</Status></VersioningConfiguration>",
  }),
  expire: (bucket) => ({
    ...{ method: "PUT", bucket, key: "", query: { lifecycle: "" } },
    body:
      "<LifecycleConfiguration><Rule><ID>x</ID><Filter/><Status>Enabled</Status><Expiration>" +
      "<Days>1</Days></Expiration></Rule></LifecycleConfiguration>",
  }),
  policy: (bucket) => ({
    ...{ method: "PUT", bucket, key: "", query: { policy: "" } },
    body: JSON.stringify({
      Statement: [{ Effect: "Allow", Principal: "*", Action: "s3:*", Resource: `arn:aws:s3:::${bucket}/*` }],
    }),
  }),
  deleteBucket: (bucket) => ({ method: "DELETE", bucket, key: "" }),
};

/** The site's resources, besides attachments, which nobody loses. */
const AT_SITE = ["instance", "volume", "snapshot", "volume_snapshot", "backup", "disk"];

/** How many rows the simulated site has of each. */
async function atSite(): Promise<Readonly<Record<string, number>>> {
  const parts = AT_SITE.map((table) => `(SELECT count(*)::int FROM simulated."${table}") AS ${table}`);
  return (await api.database.pool.query(`SELECT ${parts.join(", ")}`)).rows[0];
}

/** Each object and version with what it holds. */
async function objectsOf(workspaceId: string): Promise<ReadonlySet<string>> {
  const { rows } = await api.database.pool.query<{ id: string }>(
    `SELECT concat_ws(' ', bucket_id, key, etag, tags) AS id FROM object WHERE workspace_id = $1
     UNION ALL SELECT concat_ws(' ', bucket_id, key, etag, tags) FROM object_version
     WHERE workspace_id = $1 AND NOT is_marker`,
    [workspaceId],
  );
  return new Set(rows.map(({ id }) => id));
}

type Fields = Readonly<Record<string, unknown>>;

test(`whoever holds guarded tokens and their keys destroys nothing, and one thing with ceilings of one (seed ${SEED})`, {
  timeout: 600_000 + SECONDS * 1_000,
}, async () => {
  const random = randomFrom(SEED);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const fixture = new ExampleFixture(api, await api.createTenant());
  const { workspaceId, token } = fixture.tenant;
  const send: Send = (method, path, body) => {
    const { pathname, searchParams } = new URL(path, "http://localhost");
    const query = Object.fromEntries(searchParams);
    return api.request(method, pathname, { token, workspaceId, query, ...(body !== undefined && { body }) });
  };
  const stack = await makeStack({ send, prefix: "prey", block: 30 });

  /** An access key, made by a token. */
  async function keyOf(maker: string): Promise<Key> {
    const body = { name: fixture.name(), permission: "read_write" };
    const { status, body: made } = await api.request("POST", "/object-storage/access-keys", {
      ...{ token: maker, workspaceId, body },
    });
    expect(status, JSON.stringify(made)).toBe(201);
    return { accessKeyId: made.access_key_id, secret: made.secret_access_key };
  }

  // Half of the objects are in a bucket with versions.
  const owners = await keyOf(token);
  const buckets: string[] = [];
  for (const versioned of [false, true]) {
    const { name } = await fixture.make("bucket.create", { body: { name: fixture.name(), region: REGION } });
    buckets.push(name);
    const body = { status: "enabled" } as const;
    if (versioned) await fixture.make("bucketVersioning.put", { params: { bucket_name: name }, body });
  }
  const keys = Array.from({ length: OBJECTS }, (_, number) => `object-${number}`);
  for (const [number, key] of keys.entries()) {
    const put = { method: "PUT", bucket: buckets[number % 2] ?? "", key, body: `treasure ${number}` } as const;
    expect((await sendS3(owners, put)).status).toBe(200);
  }

  const tokens = new Map<Holder, string>();
  const s3Keys = new Map<Holder, Key>();
  for (const holder of HOLDERS) {
    const made = await api.createToken(fixture.tenant);
    s3Keys.set(holder, await keyOf(made));
    const own = await api.request("GET", "/token", { token: made, workspaceId });
    const body = holder === "ceilings" ? CEILINGS_OF_ONE : { guard: holder };
    await fixture.make("apiToken.update", { params: { token_id: own.body.token_id }, body });
    tokens.set(holder, made);
  }

  const idsIn = async (text: string) =>
    (await api.database.pool.query<{ id: string }>(text, [workspaceId])).rows.map(({ id }) => id);
  /** The prey, by the names of parameters and fields. */
  const prey: Readonly<Record<string, readonly string[]>> = {
    vm_id: Object.values(stack.vms),
    volume_id: Object.values(stack.volumes),
    vpc_id: [stack.vpc_id],
    subnet_id: Object.values(stack.subnets),
    nat_gateway_id: [stack.nat_gateway_id],
    port_forward_id: Object.values(stack.forwards),
    reserved_ip_id: [stack.reserved_ip_id],
    firewall_group_id: [stack.firewall_group_id],
    rule_id: await idsIn("SELECT rule_id AS id FROM firewall_rule WHERE workspace_id = $1"),
    load_balancer_id: [stack.load_balancer_id],
    listener_id: await idsIn("SELECT listener_id AS id FROM load_balancer_listener WHERE workspace_id = $1"),
    pool_id: await idsIn("SELECT pool_id AS id FROM load_balancer_pool WHERE workspace_id = $1"),
    bucket_name: [stack.bucket_name, ...buckets],
    object_key: keys,
    access_key_id: [stack.access_key_id, owners.accessKeyId],
    distribution_id: [stack.distribution_id],
    domain: await idsIn("SELECT domain AS id FROM cdn_custom_domain WHERE workspace_id = $1"),
    store_id: [stack.store_id],
    secret_id: Object.values(stack.secrets),
    snapshot_set_id: [stack.snapshot_set_id],
  };
  /** A request for something else, as one for the prey. */
  const aimed = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const [one, many] = [prey[name], prey[name.replace(/s$/, "")]];
        if (typeof value === "string" && one !== undefined && one.length > 0) return [name, pick(one)];
        return [name, Array.isArray(value) && many !== undefined && many.length > 0 ? [pick(many)] : value];
      }),
    );

  const changing = operations.filter(({ safe, needsApproval }) => !safe || needsApproval !== false);
  const tried = SECONDS > 0 ? changing : Array.from({ length: OPERATIONS }, () => pick(changing));
  const other = new ExampleFixture(elsewhere, await elsewhere.createTenant());
  const templates: (readonly [Operation, AnyRequest])[] = [];
  for (const operation of tried)
    for (const example of examplesOf(operation)) templates.push([operation, await example(other)]);

  const before = { resources: await alive(api), site: await atSite(), objects: await objectsOf(workspaceId) };
  const counts = { seed: SEED, requests: 0, done: 0, waiting: 0, refused: 0, codes: new Map<string, number>() };
  const s3 = new Map<string, number>();
  const ceilings = new CeilingTable();
  const started = Date.now();
  const isOver = (round: number) => (SECONDS > 0 ? Date.now() - started >= SECONDS * 1_000 : round === ROUNDS);
  for (let round = 0; !isOver(round); round++) {
    const asked = Array.from({ length: TOGETHER }, () => {
      const [operation, { params, body, ...rest }] = pick(templates);
      const request = { ...rest, ...(params && { params: aimed(params) }), ...(body && { body: aimed(body) }) };
      return [operation, request, pick(HOLDERS)] as const;
    });
    const attacks = Array.from({ length: TOGETHER }, () => {
      const [name, attack] = pick(Object.entries(S3_ATTACKS));
      const number = Math.floor(random() * OBJECTS);
      const place = [buckets[number % 2] ?? "", keys[number] ?? "", pick(keys)] as const;
      return [name, attack(...place), pick(HOLDERS)] as const;
    });
    const [answers, outcomes] = await Promise.all([
      Promise.all(
        asked.map(([operation, request, holder]) =>
          fixture.send(operation, request, { token: tokens.get(holder) ?? "" }),
        ),
      ),
      Promise.all(attacks.map(([, request, holder]) => sendS3(s3Keys.get(holder) ?? owners, request))),
    ]);
    counts.requests += answers.length;
    for (const [index, answer] of answers.entries()) {
      const [operation, , holder] = asked[index] as (typeof asked)[number];
      if (holder !== "ceilings") judged(counts, holder, operation, answer);
      else {
        expect(answer.status, `${operation.id}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
        ceilings.note(operation, answer);
      }
    }
    for (const [index, answer] of outcomes.entries()) {
      const [name, , holder] = attacks[index] as (typeof attacks)[number];
      const [, code = "done"] = /<Code>(\w+)/.exec(await answer.text()) ?? [];
      expect(answer.status, name).toBeLessThan(500);
      if (answer.status < 300) expect({ name, adds: ADDING.includes(holder) }).toEqual({ name: "add", adds: true });
      s3.set(`${name} ${code}`, (s3.get(`${name} ${code}`) ?? 0) + 1);
    }
    await rejectAll(api);
  }
  // Accepted operations are carried out before anything is counted.
  const underWay = `SELECT count(*)::int AS n FROM operation WHERE workspace_id = $1
       AND status NOT IN ('succeeded', 'failed', 'cancelled', 'timed_out')`;
  await expect
    .poll(async () => (await api.database.pool.query(underWay, [workspaceId])).rows[0]?.n, { timeout: 120_000 })
    .toBe(0);

  const after = { resources: await alive(api), site: await atSite(), objects: await objectsOf(workspaceId) };
  const lost = {
    resources: [...before.resources].filter((id) => !after.resources.has(id)),
    objects: [...before.objects].filter((id) => !after.objects.has(id)),
  };
  const sizeOf = ({ resources, objects, site }: typeof before) => ({
    ...{ resources: resources.size, objects: objects.size, site },
  });
  const said = { ...counts, codes: Object.fromEntries(counts.codes), s3: Object.fromEntries(s3) };
  const result = { before: sizeOf(before), after: sizeOf(after), lost };
  console.info(JSON.stringify({ ...said, seconds: Math.round((Date.now() - started) / 1_000), ...result }));
  ceilings.print();
  // What ceilings of one let through is one thing in each hour, and no object. Guards let nothing through.
  const hours = await hoursOf(api, tokens.get("ceilings") ?? "");
  expect(lost.objects).toEqual([]);
  expect(lost.resources.length, lost.resources.join()).toBeLessThanOrEqual(hours);
  for (const table of AT_SITE)
    expect(after.site[table], table).toBeGreaterThanOrEqual((before.site[table] ?? 0) - lost.resources.length);
  expect(counts.waiting).toBeGreaterThan(0);
});
