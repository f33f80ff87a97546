import { createPublicKey, verify } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { hasPowerDns, needs, PowerDns } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ServedZone } from "../ports/dns-port.ts";
import { parentRegistry } from "./parent-registry.ts";
import { powerDns } from "./power-dns.ts";
import { dnskeyOf, dsOf, newSigningKey } from "./signing-key.ts";

const signal = () => AbortSignal.timeout(30_000);
const idOf = (number: number) => `zone_${String(number).padStart(26, "0")}`;

let one: PowerDns;
let other: PowerDns;
let made = 0;

function zoneOf(recordSets: ServedZone["recordSets"], name = `z${++made}.example`): ServedZone {
  return {
    zoneId: idOf(++made),
    name,
    nameServers: ["a.ns1.example.net", "a.ns2.example.net"],
    recordSets,
    signingKey: null,
  };
}

const servers = () => powerDns({ servers: [one.url, other.url], apiKey: one.key });

describe("PowerDNS", needs("PowerDNS with SQLite", hasPowerDns()), () => {
  beforeAll(async () => {
    if (hasPowerDns()) [one, other] = await Promise.all([PowerDns.start(), PowerDns.start()]);
  }, 120_000);
  afterAll(() => Promise.all([one, other].map((server) => server?.remove())));

  test("answers every type as it was given, and a zone that is the same is not written again", async () => {
    const name = "types.example";
    const long = `v=DKIM1; p=${'é"\\x'.repeat(120)}`;
    const at = (owner: string) => `${owner}.${name}.`;
    const set = { ttl: 300 } as const;
    const zone = zoneOf(
      [
        { ...set, name: at("www"), type: "A", values: ["203.0.113.7", "203.0.113.8"] },
        { ...set, name: at("www"), type: "AAAA", values: ["2001:db8::1:0:0:7", "::ffff:cb00:7107"] },
        { ...set, name: at("alias"), type: "CNAME", values: [at("www")] },
        { ...set, name: `${name}.`, type: "ALIAS", values: ["www.example.org."] },
        { ...set, name: `${name}.`, type: "MX", values: ["10 mail.example.org.", "20 mail2.example.org."] },
        {
          ...set,
          name: `${name}.`,
          type: "CAA",
          values: ['0 issue "letsencrypt.org"', '128 iodef "mailto:a@b.example"'],
        },
        { ...set, name: `${name}.`, type: "TXT", values: [long, "v=spf1 -all"] },
        { ...set, name: at("_sip._tcp"), type: "SRV", values: ["10 5 5060 sip.example.org."] },
        { ...set, name: at("sub"), type: "NS", values: ["ns.example.org."] },
        { ...set, name: at("7"), type: "PTR", values: ["host.example.org."] },
        { ...set, name: `*.${name}.`, type: "A", values: ["203.0.113.9"] },
      ],
      name,
    );
    await servers().apply(zone, signal());
    const { resolver } = one;
    expect((await resolver.resolve4(`www.${name}`)).toSorted()).toEqual(["203.0.113.7", "203.0.113.8"]);
    expect((await resolver.resolve6(`www.${name}`)).toSorted()).toEqual(["2001:db8::1:0:0:7", "::ffff:203.0.113.7"]);
    expect(await resolver.resolveCname(`alias.${name}`)).toEqual([`www.${name}`]);
    expect((await resolver.resolveMx(name)).map(({ exchange }) => exchange).toSorted()).toEqual([
      ...["mail.example.org", "mail2.example.org"],
    ]);
    expect(
      (await resolver.resolveTxt(name)).map((parts) => Buffer.concat(parts.map(latin)).toString()).toSorted(),
    ).toEqual([long, "v=spf1 -all"]);
    expect(await resolver.resolveSrv(`_sip._tcp.${name}`)).toMatchObject([{ name: "sip.example.org", port: 5060 }]);
    expect(await resolver.resolve4(`anything.${name}`)).toEqual(["203.0.113.9"]);
    expect((await resolver.resolveNs(name)).toSorted()).toEqual(["a.ns1.example.net", "a.ns2.example.net"]);
    const before = await Promise.all([one, other].map((server) => serialAt(server, name)));
    await servers().apply(zone, signal());
    expect(await Promise.all([one, other].map((server) => serialAt(server, name)))).toEqual(before);
  });

  test("changes what differs, also what somebody has changed there, and what is gone", async () => {
    const zone = zoneOf([]);
    const www = { name: `www.${zone.name}.`, type: "A", ttl: 60 } as const;
    await servers().apply({ ...zone, recordSets: [{ ...www, values: ["203.0.113.7"] }] }, signal());
    await other.ask("PATCH", `/${zone.name}.`, {
      rrsets: [{ ...www, changetype: "REPLACE", records: [{ content: "198.51.100.1", disabled: false }] }],
    });
    await servers().apply({ ...zone, recordSets: [{ ...www, values: ["203.0.113.8"] }] }, signal());
    for (const { resolver } of [one, other])
      expect(await resolver.resolve4(`www.${zone.name}`)).toEqual(["203.0.113.8"]);
    await servers().apply(zone, signal());
    for (const { resolver } of [one, other])
      await expect(resolver.resolve4(`www.${zone.name}`)).rejects.toMatchObject({ code: "ENOTFOUND" });
  });

  test("a later zone of a name takes it over, and is not removed with the earlier one", async () => {
    const earlier = zoneOf([]);
    const later = { ...earlier, zoneId: idOf(++made) };
    await servers().apply(earlier, signal());
    await servers().apply(later, signal());
    await servers().remove(earlier, signal());
    expect(await servers().list(signal())).toContain(later.zoneId);
    await servers().remove(later, signal());
    await servers().remove(later, signal());
    expect(await servers().list(signal())).not.toContain(later.zoneId);
  });

  test("a zone of somebody else is not changed", async () => {
    const zone = zoneOf([]);
    await one.ask("POST", "", {
      name: `${zone.name}.`,
      kind: "Native",
      account: "fulmar",
      nameservers: ["ns9.example."],
    });
    await expect(servers().apply(zone, signal())).rejects.toMatchObject({ code: "zone_of_others", retryable: false });
    await servers().remove(zone, signal());
    expect(await one.resolver.resolveNs(zone.name)).toEqual(["ns9.example"]);
  });

  test("a server that is down does not keep the others from a change, and gets it when it is back", async () => {
    const zone = zoneOf([]);
    await other.stop();
    await expect(servers().apply(zone, signal())).rejects.toMatchObject({
      ...{ code: "name_server_unavailable", retryable: true },
    });
    expect(await one.resolver.resolveNs(zone.name)).toHaveLength(2);
    await other.startAgain();
    expect(await servers().list(signal())).not.toContain(zone.zoneId);
    await servers().apply(zone, signal());
    expect(await servers().list(signal())).toContain(zone.zoneId);
  });

  test("signs a zone with one key at every server, with another in its place, and with none", async () => {
    const zone = zoneOf(
      [{ name: "www.signed.example.", type: "A", ttl: 60, values: ["203.0.113.7"] }],
      "signed.example",
    );
    const key = newSigningKey();
    await servers().apply(zone, signal());
    await servers().apply({ ...zone, signingKey: key }, signal());
    for (const server of [one, other]) {
      const [kept, ...others] = await keysAt(server, zone.name);
      expect(others).toEqual([]);
      expect(kept).toMatchObject({ active: true, published: true, dnskey: dnskeyOf(key.publicKey) });
      // The server's own DS records of the key.
      expect(kept?.ds.map((ds) => ds.toUpperCase())).toContain(dsOf(zone.name, key.publicKey));
      await verifySignature(server, "www.signed.example", key.publicKey);
    }
    const before = await serialAt(one, zone.name);
    await servers().apply({ ...zone, signingKey: key }, signal());
    expect(await serialAt(one, zone.name)).toBe(before);
    const next = newSigningKey();
    await servers().apply({ ...zone, signingKey: next }, signal());
    expect((await keysAt(one, zone.name)).map(({ dnskey }) => dnskey)).toEqual([dnskeyOf(next.publicKey)]);
    await verifySignature(one, "www.signed.example", next.publicKey);
    await servers().apply(zone, signal());
    expect(await keysAt(one, zone.name)).toEqual([]);
    expect(await signatureOf(one, "www.signed.example")).toBeUndefined();
    const atOnce = { ...zoneOf([], "signed-at-once.example"), signingKey: key };
    await servers().apply(atOnce, signal());
    expect(await keysAt(other, atOnce.name)).toHaveLength(1);
  });

  test("the registry tells what a parent delegates, and that it delegates nothing", async () => {
    const parent = zoneOf([], "registry.example");
    const set = { type: "NS", ttl: 300 } as const;
    await one.ask("POST", "", {
      ...{ name: "registry.example.", kind: "Native", account: parent.zoneId, nameservers: ["ns.registry.example."] },
      rrsets: [
        { name: "ns.registry.example.", type: "A", ttl: 300, records: [{ content: "127.0.0.1", disabled: false }] },
        {
          ...{ ...set, name: "shop.registry.example." },
          records: ["NS2.Other.example.", "ns1.other.example."].map((content) => ({ content, disabled: false })),
        },
      ],
    });
    const asking = { resolvers: [one.address], port: one.port, mayAsk: () => true };
    const registry = parentRegistry(asking);
    expect(new Set(await registry.nameServersOf("shop.registry.example", signal()))).toEqual(
      new Set(["ns1.other.example", "ns2.other.example"]),
    );
    expect(await registry.nameServersOf("none.registry.example", signal())).toEqual([]);
    expect(await registry.signersOf("shop.registry.example", signal())).toEqual([]);
    expect(await registry.signersOf("none.registry.example", signal())).toEqual([]);
    const ds = dsOf("shop.registry.example", newSigningKey().publicKey);
    await one.ask("PATCH", "/registry.example.", {
      rrsets: [
        {
          ...{ name: "shop.registry.example.", type: "DS", ttl: 300, changetype: "REPLACE" },
          records: [{ content: ds.toLowerCase(), disabled: false }],
        },
      ],
    });
    expect(await registry.signersOf("shop.registry.example", signal())).toEqual([ds]);
    // A parent's servers may have addresses of our own network, which are not asked.
    await expect(
      parentRegistry({ ...asking, mayAsk: () => false }).nameServersOf("shop.registry.example", signal()),
    ).rejects.toMatchObject({ code: "dns_unavailable", retryable: true });
  });
});

/** Node reads the bytes of texts as characters. A part may end within one. */
const latin = (part: string) => Buffer.from(part, "latin1");

async function serialAt(server: PowerDns, zone: string): Promise<number> {
  return (await server.resolver.resolveSoa(zone)).serial;
}

interface KeyOfServer {
  readonly active: boolean;
  readonly published: boolean;
  readonly dnskey: string;
  readonly ds: readonly string[];
}

const keysAt = async (server: PowerDns, zone: string) =>
  (await server.ask("GET", `/${zone}./cryptokeys`)) as readonly KeyOfServer[];

const A = 1;
const RRSIG = 46;
const wireName = (name: string) =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** Asks for the address of a name with signatures (RFC 3225): the data of its records and of the signature of them. */
async function signatureOf(server: PowerDns, name: string) {
  const header = Buffer.from([0, 7, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
  const question = Buffer.concat([wireName(name), Buffer.from([0, A, 0, 1])]);
  const wantsSignatures = Buffer.from([0, 0, 41, 0x10, 0, 0, 0, 0x80, 0, 0, 0]);
  const socket = createSocket("udp4");
  try {
    const answered = once(socket, "message", { signal: signal() });
    socket.send(Buffer.concat([header, question, wantsSignatures]), server.port, "127.0.0.1");
    const [message] = (await answered) as [Buffer];
    const found: { type: number; ttl: number; data: Buffer }[] = [];
    // Owners of answers point to the question, so each has two bytes.
    for (let at = header.length + question.length, left = message.readUInt16BE(6); left > 0; left--) {
      const length = message.readUInt16BE(at + 10);
      const data = message.subarray(at + 12, at + 12 + length);
      found.push({ type: message.readUInt16BE(at + 2), ttl: message.readUInt32BE(at + 4), data });
      at += 12 + length;
    }
    const signature = found.find(({ type }) => type === RRSIG)?.data;
    return signature && { signature, records: found.filter(({ type }) => type === A) };
  } finally {
    socket.close();
  }
}

/** Checks the signature of a name's one address as a resolver does (RFC 4035 §5.3). */
async function verifySignature(server: PowerDns, name: string, publicKey: string): Promise<void> {
  const found = await signatureOf(server, name);
  const [address] = found?.records ?? [];
  if (found === undefined || address === undefined) throw new Error(`${name} has no signature`);
  const { signature } = found;
  // Type, algorithm, labels, time to live, times and key tag, before the signer's name.
  const signer = signature.subarray(18, signature.indexOf(0, 18) + 1);
  const rest = Buffer.alloc(10);
  rest.writeUInt16BE(A, 0);
  rest.writeUInt16BE(1, 2);
  rest.writeUInt32BE(signature.readUInt32BE(4), 4);
  rest.writeUInt16BE(address.data.length, 8);
  const signed = Buffer.concat([signature.subarray(0, 18), signer, wireName(name), rest, address.data]);
  const point = Buffer.from(publicKey, "base64");
  const [x, y] = [point.subarray(0, 32).toString("base64url"), point.subarray(32).toString("base64url")];
  const key = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const bytes = signature.subarray(18 + signer.length);
  expect(verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, bytes)).toBe(true);
}
