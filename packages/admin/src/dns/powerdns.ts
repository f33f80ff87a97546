import type { DnsRecord, DnsZone } from "@fulmar/core/operator";
import { z } from "zod";
import { UsageError } from "../program.ts";
import { type Authority, TIMERS, TTL_SECONDS } from "./zone-file.ts";

/** An authoritative PowerDNS server with its API turned on. */
export interface PowerDns {
  /** Of its web server, such as `http://127.0.0.1:8081`. */
  readonly url: string;
  readonly apiKey: string;
}

/** The account of every zone that this command has made. A zone of another account is not changed. */
const ACCOUNT = "fulmar";
const TIMEOUT_MS = 30_000;

const Zone = z.object({
  account: z.string(),
  rrsets: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      ttl: z.int(),
      records: z.array(z.object({ content: z.string() })),
    }),
  ),
});

const Zones = z.array(Zone.pick({ account: true }).extend({ name: z.string() }));

interface RecordSet {
  /** Absolute. */
  readonly name: string;
  readonly type: string;
  readonly values: readonly string[];
}

/** A zone at the server after a run. */
interface PushedZone {
  readonly zone: string;
  /** Without SOA and NS records. */
  readonly records: number;
  readonly changed: boolean;
}

/**
 * Brings the zones to a PowerDNS server by its API (PowerDNS: HTTP API, Zones), which counts the serials. Zones that it
 * lacks are made. A reverse zone of an earlier run without any record left is emptied. No zone is removed, and no zone
 * that this command did not make is changed: all are looked at before the first one is changed.
 * @throws UsageError if the server does not answer or refuses, or a zone there is another's
 */
export async function pushZones(
  server: PowerDns,
  zones: readonly DnsZone[],
  authority: Authority,
): Promise<PushedZone[]> {
  const plans = [];
  for (const zone of [...zones, ...(await endedZones(server, zones))]) plans.push(await plan(server, zone, authority));
  for (const { name, isNew, changes } of plans) {
    if (isNew) await ask(server, "POST", "", newZone(name, authority));
    if (changes.length > 0) await ask(server, "PATCH", `/${name}.`, { rrsets: changes });
  }
  return plans.map(({ name, records, isNew, changes }) => ({
    zone: name,
    records,
    changed: isNew || changes.length > 0,
  }));
}

async function endedZones(server: PowerDns, zones: readonly DnsZone[]): Promise<DnsZone[]> {
  const present = new Set(zones.map(({ name }) => name));
  return Zones.parse(await ask(server, "GET", "", undefined))
    .filter(({ account, name }) => account === ACCOUNT && name.endsWith(".in-addr.arpa."))
    .map(({ name }) => ({ name: name.slice(0, -1), records: [] }))
    .filter(({ name }) => !present.has(name));
}

function newZone(name: string, { nameServers, hostmaster }: Authority) {
  const soa = [nameServers[0], hostmaster ?? `hostmaster.${name}.`, 0, ...TIMERS].join(" ");
  return {
    ...{ name: `${name}.`, kind: "Native", account: ACCOUNT, soa_edit_api: "DEFAULT" },
    rrsets: [replaced({ name: `${name}.`, type: "SOA", values: [soa] })],
  };
}

/** The changes that make the zone at the server what it should be. */
async function plan(server: PowerDns, { name, records }: DnsZone, { nameServers }: Authority) {
  const answer = await ask(server, "GET", `/${name}.`, undefined);
  const zone = answer === undefined ? undefined : Zone.parse(answer);
  if (zone !== undefined && zone.account !== ACCOUNT)
    throw new UsageError(`The zone ${name} at ${server.url} was not made by this command and is not changed.`);
  const wanted = new Map(
    [{ name: `${name}.`, type: "NS", values: nameServers }, ...recordSets(name, records)].map((set) => [
      keyOf(set),
      set,
    ]),
  );
  const present = new Map(
    (zone?.rrsets ?? [])
      .filter(({ type }) => type !== "SOA")
      .map((set) => [keyOf(set), { ...set, values: set.records.map(({ content }) => content) }]),
  );
  const changes = [
    ...[...wanted].filter(([key, set]) => !isSame(set, present.get(key))).map(([, set]) => replaced(set)),
    ...[...present]
      .filter(([key]) => !wanted.has(key))
      .map(([, { name: of, type }]) => ({ name: of, type, changetype: "DELETE" })),
  ];
  return { name, records: records.length, isNew: zone === undefined, changes };
}

function recordSets(zone: string, records: readonly DnsRecord[]): RecordSet[] {
  const sets = new Map<string, { name: string; type: string; values: string[] }>();
  for (const { owner, type, value } of records) {
    const name = owner === "@" ? `${zone}.` : `${owner}.${zone}.`;
    const set = sets.get(keyOf({ name, type })) ?? { name, type, values: [] };
    sets.set(keyOf(set), set);
    set.values.push(value);
  }
  return [...sets.values()];
}

function keyOf({ name, type }: Pick<RecordSet, "name" | "type">): string {
  return `${type} ${name}`;
}

function isSame({ values }: RecordSet, present: (RecordSet & { readonly ttl: number }) | undefined): boolean {
  return (
    present?.ttl === TTL_SECONDS && JSON.stringify(values.toSorted()) === JSON.stringify(present.values.toSorted())
  );
}

function replaced({ name, type, values }: RecordSet) {
  const records = values.map((content) => ({ content, disabled: false }));
  return { name, type, ttl: TTL_SECONDS, changetype: "REPLACE", records };
}

/** @returns the answer's body; undefined for a zone that is not there, and for an answer without a body */
async function ask({ url, apiKey }: PowerDns, method: string, path: string, body: unknown): Promise<unknown> {
  const target = `${url.replace(/\/+$/, "")}/api/v1/servers/localhost/zones${path}`;
  const answer = await fetch(target, {
    method,
    headers: { "x-api-key": apiKey, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new UsageError(`PowerDNS at ${url} does not answer; check the URL and that its API is on.`, { cause: error });
  });
  const text = await answer.text();
  if (answer.status === 404 && method === "GET") return undefined;
  if (answer.status === 401) throw new UsageError(`PowerDNS at ${url} does not accept the API key.`);
  if (!answer.ok) throw new UsageError(`PowerDNS refused ${method} ${target} with ${answer.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}
