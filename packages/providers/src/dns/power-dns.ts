import { z } from "zod";
import type { DnsPort, ServedRecordSet, ServedZone } from "../ports/dns-port.ts";
import { ProviderError } from "../ports/provider-error.ts";
import { quotedTexts } from "./quoted-texts.ts";
import { dnskeyOf, privateKeyFile } from "./signing-key.ts";

const ZONES = "/api/v1/servers/localhost/zones";
/** The name servers' own records live for an hour, and so do answers that there is nothing (RFC 2308). */
const OWN_TTL = 3_600;
const TIMEOUT_MS = 10_000;
/** Accounts of zones of tenants. A zone of another one, such as the operator's own, is never changed. */
const ACCOUNT = /^zone_[0-9a-z]{26}$/;
/** Those of every zone, which the name servers keep themselves. */
const OWN_TYPES: ReadonlySet<string> = new Set(["SOA"]);

const ZoneOfServer = z.object({ name: z.string(), account: z.string() });
const KeysOfServer = z.array(z.object({ id: z.int(), active: z.boolean(), dnskey: z.string().optional() }));
const WholeZone = ZoneOfServer.extend({
  dnssec: z.boolean(),
  rrsets: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      ttl: z.number(),
      records: z.array(z.object({ content: z.string(), disabled: z.boolean().optional() })),
    }),
  ),
});

interface RecordSet {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly contents: readonly string[];
}

/** The URLs of the APIs, without paths, and their key. */
interface PowerDnsAccess {
  readonly servers: readonly string[];
  readonly apiKey: string;
}

/**
 * PowerDNS Authoritative Server 4.7 and later, by its HTTP API. Each server is driven by itself: none transfers zones
 * from another, so that one that is down is brought up to date when it is back. A zone's `account` is its id.
 */
export function powerDns({ servers, apiKey }: PowerDnsAccess): DnsPort {
  const all = servers.map((url) => new PowerDnsServer(url, apiKey));
  return {
    apply: (zone, signal) => onEach(all, (server) => server.apply(zone, signal)),
    remove: (zone, signal) => onEach(all, (server) => server.remove(zone, signal)),
    async list(signal) {
      const [first = new Set<string>(), ...others] = await Promise.all(all.map((server) => server.list(signal)));
      return new Set([...first].filter((id) => others.every((other) => other.has(id))));
    },
  };
}

/** Does it on every server, also where one fails. @throws the first failure */
async function onEach(servers: readonly PowerDnsServer[], work: (server: PowerDnsServer) => Promise<void>) {
  const results = await Promise.allSettled(servers.map(work));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

class PowerDnsServer {
  readonly #url: string;
  readonly #apiKey: string;

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#apiKey = apiKey;
  }

  async apply(zone: ServedZone, signal: AbortSignal): Promise<void> {
    const wanted = wantedSets(zone);
    const path = `${ZONES}/${zone.name}.`;
    const answer = await this.#ask("GET", path, signal, { absent: 404 });
    if (answer === undefined) {
      await this.#create(zone, wanted, signal);
      if (zone.signingKey !== null) await this.#sign(zone, signal);
      return;
    }
    const present = WholeZone.parse(answer);
    if (!ACCOUNT.test(present.account)) throw zoneOfOthers();
    const rrsets = changesOf(present.rrsets, wanted);
    if (rrsets.length > 0) await this.#ask("PATCH", path, signal, { body: { rrsets } });
    if (present.account !== zone.zoneId) await this.#ask("PUT", path, signal, { body: { account: zone.zoneId } });
    if (present.dnssec || zone.signingKey !== null) await this.#sign(zone, signal);
  }

  /** Gives a zone its key and no other. It is signed by what the server answers, so no signature is stored. */
  async #sign({ name, signingKey }: ServedZone, signal: AbortSignal): Promise<void> {
    const path = `${ZONES}/${name}./cryptokeys`;
    const present = KeysOfServer.parse(await this.#ask("GET", path, signal, {}));
    const wanted = signingKey === null ? undefined : dnskeyOf(signingKey.publicKey);
    const kept = present.find(({ active, dnskey }) => active && dnskey === wanted);
    if (signingKey !== null && kept === undefined) {
      const privatekey = privateKeyFile(signingKey.privateKey);
      const body = { keytype: "csk", active: true, published: true, privatekey };
      await this.#ask("POST", path, signal, { body });
    }
    const others = present.filter((key) => key !== kept);
    for (const { id } of others) await this.#ask("DELETE", `${path}/${id}`, signal, { absent: 404 });
    if (signingKey !== null && kept === undefined) await this.#ask("PUT", `${ZONES}/${name}./rectify`, signal, {});
  }

  async remove({ zoneId, name }: Pick<ServedZone, "zoneId" | "name">, signal: AbortSignal): Promise<void> {
    const answer = await this.#ask("GET", `${ZONES}/${name}.?rrsets=false`, signal, { absent: 404 });
    if (answer === undefined || ZoneOfServer.parse(answer).account !== zoneId) return;
    await this.#ask("DELETE", `${ZONES}/${name}.`, signal, { absent: 404 });
  }

  async list(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const zones = z.array(ZoneOfServer).parse(await this.#ask("GET", ZONES, signal, {}));
    return new Set(zones.map(({ account }) => account).filter((account) => ACCOUNT.test(account)));
  }

  async #create(zone: ServedZone, wanted: readonly RecordSet[], signal: AbortSignal): Promise<void> {
    const { zoneId, name, nameServers } = zone;
    const primary = `${nameServers[0] ?? name}.`;
    const soa = `${primary} hostmaster.${name}. 1 10800 3600 604800 ${OWN_TTL}`;
    await this.#ask("POST", ZONES, signal, {
      body: {
        name: `${name}.`,
        kind: "Native",
        account: zoneId,
        // The serial grows with each change, so that it can be seen which change a server has.
        soa_edit_api: "INCREASE",
        nameservers: [],
        rrsets: [{ name: `${name}.`, type: "SOA", ttl: OWN_TTL, contents: [soa] }, ...wanted].map(toBody),
      },
    });
  }

  /** @throws ProviderError when the server does not answer, or does not take what it is sent */
  async #ask(
    method: string,
    path: string,
    signal: AbortSignal,
    { body, absent }: { readonly body?: unknown; readonly absent?: number },
  ): Promise<unknown> {
    let response: Response;
    try {
      response = await fetch(`${this.#url}${path}`, {
        method,
        headers: { "X-API-Key": this.#apiKey, ...(body !== undefined && { "Content-Type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
    } catch (error) {
      signal.throwIfAborted();
      throw new ProviderError("name_server_unavailable", "A name server did not answer; it is tried again.", {
        retryable: true,
        cause: error,
      });
    }
    const text = await response.text();
    if (response.status === absent) return undefined;
    if (response.ok) return text === "" ? undefined : JSON.parse(text);
    throw new ProviderError("name_server_refused", "A name server did not take the change; it is tried again.", {
      retryable: response.status >= 500,
      cause: new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 500)}`),
    });
  }
}

function zoneOfOthers(): ProviderError {
  return new ProviderError(
    "zone_of_others",
    "A name server has a zone of this name that this installation has not made; ask its operator.",
    { retryable: false },
  );
}

function wantedSets({ name, nameServers, recordSets }: ServedZone): readonly RecordSet[] {
  return [
    { name: `${name}.`, type: "NS", ttl: OWN_TTL, contents: nameServers.map((server) => `${server}.`) },
    ...recordSets.map((set) => ({ name: set.name, type: set.type, ttl: set.ttl, contents: contentsOf(set) })),
  ];
}

function contentsOf({ type, values }: ServedRecordSet): readonly string[] {
  return type === "TXT" ? values.map(quotedTexts) : values;
}

const keyOf = ({ name, type }: { readonly name: string; readonly type: string }) => `${name.toLowerCase()} ${type}`;

/** What makes the record sets that a server has those that are wanted. */
function changesOf(present: z.output<typeof WholeZone>["rrsets"], wanted: readonly RecordSet[]): readonly object[] {
  const there = new Map(present.map((set) => [keyOf(set), set]));
  const named = new Set(wanted.map(keyOf));
  const gone = present.filter((set) => !OWN_TYPES.has(set.type) && !named.has(keyOf(set)));
  const changed = wanted.filter((set) => {
    const known = there.get(keyOf(set));
    if (known === undefined || known.ttl !== set.ttl) return true;
    const contents = known.records.map(({ content, disabled }) => (disabled === true ? "" : normal(set.type, content)));
    return contents.toSorted().join("\n") !== set.contents.toSorted().join("\n");
  });
  return [
    ...gone.map(({ name, type }) => ({ name, type, changetype: "DELETE" })),
    ...changed.map((set) => ({ ...toBody(set), changetype: "REPLACE" })),
  ];
}

/** The server writes some IPv6 addresses in another form than RFC 5952. */
function normal(type: string, content: string): string {
  const url = `http://[${content}]`;
  return type === "AAAA" && URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : content;
}

function toBody({ name, type, ttl, contents }: RecordSet): object {
  return { name, type, ttl, records: contents.map((content) => ({ content, disabled: false })) };
}
