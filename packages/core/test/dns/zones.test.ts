import type { DnsRecordSet, DnsZone, DnsZoneImport, LoadBalancer, ReservedIp } from "@fulmar/contract";
import { ProviderError } from "@fulmar/providers";
import { describe, expect, test } from "vitest";
import { nameServersOf } from "../../src/dns/claim.ts";
import { refusalOf } from "../compute-fixture.ts";
import { dnsFixture } from "./dns-fixture.ts";

const fixture = dnsFixture();
const { active, apply, check, create, delegate, newName, ofOthers, publish, query, served, set, statusOf, zone } =
  fixture;

describe("the ownership of a zone", () => {
  test("is proven by a registry that names the organization's name servers, and words say what it names", async () => {
    const name = newName();
    const { zone_id, name_servers, instructions } = await create(name);
    expect(name_servers).toEqual([
      expect.stringMatching(/^z[0-9a-f]{12}\.ns1\.fulmar\.test$/),
      expect.stringMatching(/^z[0-9a-f]{12}\.ns2\.fulmar\.test$/),
    ]);
    expect(instructions?.[0]).toBe(
      `At your registrar, set the name servers of ${name} to ${name_servers.join(" and ")}.`,
    );
    await check();
    expect(await zone(zone_id)).toMatchObject({
      ...{ status: "pending", delegated_to: [], pending_changes: false },
      problem: `The registry names no name servers for ${name}.`,
    });
    await delegate(name, ["ns1.other.example", "ns2.other.example"]);
    await check();
    expect(await zone(zone_id)).toMatchObject({
      ...{ status: "pending", delegated_to: ["ns1.other.example", "ns2.other.example"] },
      problem: "Your registrar still names ns1.other.example and ns2.other.example.",
    });
    await apply();
    expect(await served(name)).toBeUndefined();
    await delegate(name, [...name_servers.slice(0, 1), "ns2.other.example"]);
    await check();
    expect(await zone(zone_id)).toMatchObject({
      status: "active",
      problem: "Your registrar also names ns2.other.example, which do not have this zone.",
      instructions: [instructions?.[0]],
    });
    await delegate(name, name_servers);
    await check();
    expect(await zone(zone_id)).toMatchObject({ status: "active", problem: null, instructions: null });
    await apply();
    expect(await served(name)).toMatchObject({ zone_id });
  });

  test("is proven by a TXT record before the domain moves, and not by another's", async () => {
    const name = newName();
    const { zone_id, proof_record } = await create(name);
    await delegate(name, ["ns1.other.example"]);
    const record = (value: string) =>
      query("INSERT INTO simulated.dns_record VALUES ($1, 'TXT', $2)", [proof_record.name, value]);
    await record("token-of-others");
    await check();
    expect(await statusOf(zone_id)).toBe("pending");
    await record(proof_record.value);
    await check();
    expect(await zone(zone_id)).toMatchObject({
      ...{ status: "active", problem: "Your registrar still names ns1.other.example." },
      instructions: [expect.stringContaining("At your registrar")],
    });
  });

  test("is nobody's by a delegation to the name servers of another organization, or to the bare ones", async () => {
    const name = newName();
    const { zone_id } = await create(name);
    const { organization_id } = await ofOthers(newName());
    const theirs = nameServersOf(fixture.world.services.configuration, organization_id);
    await delegate(name, [...theirs, "ns1.fulmar.test", "ns2.fulmar.test"]);
    await check();
    expect(await statusOf(zone_id)).toBe("pending");
  });

  test("stays the first one's, and passes when that has lost its proof for 72 hours", async () => {
    const name = newName();
    const first = await active(name);
    const others = await ofOthers(name);
    await query("INSERT INTO simulated.dns_record VALUES ($1, 'TXT', 'token-of-others')", [first.proof_record.name]);
    await check();
    expect([await statusOf(first.zone_id), await statusOf(others.zone_id)]).toEqual(["active", "pending"]);
    expect(await query("SELECT problem FROM dns_zone WHERE zone_id = $1", [others.zone_id])).toEqual([
      { problem: expect.stringContaining("Another zone of this name is served here") },
    ]);
    await delegate(name, ["ns1.new-owner.example"]);
    await check();
    expect(await statusOf(first.zone_id)).toBe("active");
    await query("UPDATE dns_zone SET proof_lost_at = now() - interval '73 hours' WHERE zone_id = $1", [first.zone_id]);
    await check();
    expect(await statusOf(first.zone_id)).toBe("pending");
    await check();
    expect(await statusOf(others.zone_id)).toBe("active");
    await apply();
    await fixture.reconcile("remove-zones");
    expect(await served(name)).toMatchObject({ zone_id: others.zone_id });
    const [event] = await query(
      "SELECT action FROM audit_event WHERE resource_id = $1 AND action = 'dnsZone.released'",
      [first.zone_id],
    );
    expect(event).toBeDefined();
  });

  test("is not lost while DNS does not answer", async () => {
    const { zone_id } = await active();
    await query(
      "UPDATE dns_zone SET check_at = now(), proof_lost_at = now() - interval '73 hours' WHERE zone_id = $1",
      [zone_id],
    );
    const { dns } = fixture.world.services;
    if (dns === undefined) throw new Error("there are no name servers");
    const silent = () => {
      throw new ProviderError("dns_unavailable", "The name servers above it did not answer.", { retryable: true });
    };
    await fixture.reconcile("check-zones", {
      dns: { ...dns, registry: { nameServersOf: async () => silent(), signersOf: async () => silent() } },
    });
    expect(await zone(zone_id)).toMatchObject({
      ...{ status: "active", problem: "The name servers above it did not answer." },
    });
  });

  test("must be proven anew after a deletion, by whoever has not had it", async () => {
    const name = newName();
    const first = await active(name);
    await fixture.send("dnsZone.delete", { zone_id: first.zone_id });
    const others = await ofOthers(name);
    await check();
    await fixture.reconcile("remove-zones");
    expect(await served(name)).toBeUndefined();
    expect(await statusOf(others.zone_id)).toBe("pending");
    const again = await create(name);
    await check();
    await apply();
    expect(await served(name)).toMatchObject({ zone_id: again.zone_id });
    await query("UPDATE dns_removal SET due_at = now()");
    await fixture.reconcile("remove-zones");
    expect(await served(name)).toMatchObject({ zone_id: again.zone_id });
    expect(await query("SELECT FROM dns_removal WHERE zone_id = $1", [first.zone_id])).toEqual([]);
  });
});

describe("the name servers", () => {
  test("get record sets whole, and none of a pending zone", async () => {
    const name = newName();
    const { zone_id, name_servers } = await create(name);
    await set(zone_id, "www", "A", "203.0.113.7");
    await set(zone_id, "@", "TXT", '"v=spf1 " "-all"');
    await apply();
    expect(await served(name)).toBeUndefined();
    await delegate(name, name_servers);
    await check();
    expect(await zone(zone_id)).toMatchObject({ status: "active", pending_changes: true, record_set_count: 2 });
    await apply();
    expect(await zone(zone_id)).toMatchObject({ pending_changes: false, applied_at: expect.any(String) });
    const { record_set_id } = await set(zone_id, "www", "A", "203.0.113.8", "203.0.113.9");
    expect(await zone(zone_id)).toMatchObject({ pending_changes: true });
    await apply();
    expect((await served(name))?.record_sets.toSorted((one, other) => (one.type < other.type ? -1 : 1))).toEqual([
      { name: `www.${name}.`, type: "A", ttl: 60, values: ["203.0.113.8", "203.0.113.9"] },
      { name: `${name}.`, type: "TXT", ttl: 60, values: ["v=spf1 -all"] },
    ]);
    await fixture.send("dnsRecordSet.delete", { zone_id, record_set_id });
    await apply();
    expect((await served(name))?.record_sets).toHaveLength(1);
  });

  test("a change waits for name servers that fail, and is not lost", async () => {
    const { zone_id } = await active("fail-at-apply-zone.test");
    expect(await zone(zone_id)).toMatchObject({
      ...{ status: "active", pending_changes: true, error_message: expect.stringContaining("apply-zone") },
    });
    expect(await query("SELECT apply_at > now() AS later FROM dns_zone WHERE zone_id = $1", [zone_id])).toEqual([
      { later: true },
    ]);
  });

  test("what one of them has lost is applied again, and what the database does not know stays", async () => {
    const { zone_id, name } = await active();
    await query("INSERT INTO simulated.dns_zone VALUES ('unknown.test', 'zone_unknown', '[]')");
    await query("DELETE FROM simulated.dns_zone WHERE name = $1", [name]);
    await query("UPDATE dns_zone SET applied_at = now() - interval '1 hour' WHERE zone_id = $1", [zone_id]);
    await fixture.reconcile("reconcile-zones");
    await apply();
    expect(await served(name)).toMatchObject({ zone_id });
    expect(await served("unknown.test")).toBeDefined();
  });
});

describe("a signed zone", () => {
  const sign = (zone_id: string, dnssec: boolean) => fixture.send<DnsZone>("dnsZone.update", { zone_id }, { dnssec });

  test("has its key at the name servers, and words say what the registrar needs until it has it", async () => {
    const { zone_id, name } = await active();
    const keyServed = async () =>
      (await query<{ dnskey: string | null }>("SELECT dnskey FROM simulated.dns_zone WHERE name = $1", [name]))[0]
        ?.dnskey;
    const { ds_record, dnskey_record } = await sign(zone_id, true);
    expect(await zone(zone_id)).toMatchObject({ pending_changes: true });
    await apply();
    expect(await keyServed()).toBe(dnskey_record);
    await check();
    expect(await zone(zone_id)).toMatchObject({
      ...{ problem: null, delegation_ds: [] },
      instructions: [
        `At your registrar, enter the DS record of ${name}: ${ds_record}. Until then nobody checks its signatures.`,
      ],
    });
    await publish(name, "1 13 2 AB");
    await check();
    expect(await zone(zone_id)).toMatchObject({
      problem: expect.stringContaining("a DS record of another key"),
      instructions: [
        expect.stringContaining("enter the DS record"),
        expect.stringContaining("delete the DS record 1 13 2 AB"),
      ],
    });
    await publish(name, String(ds_record));
    await check();
    expect(await zone(zone_id)).toMatchObject({ problem: null, instructions: null, delegation_ds: [ds_record] });
    await sign(zone_id, false);
    await apply();
    expect(await keyServed()).toBeNull();
    await check();
    expect(await zone(zone_id)).toMatchObject({
      problem: expect.stringContaining("which is not signed"),
      instructions: [`At your registrar, delete the DS record ${ds_record} of ${name}.`],
    });
  });

  test("a domain that moves here leaves the DS record of its former name servers first", async () => {
    const name = newName();
    const { zone_id } = await create(name);
    await delegate(name, ["ns1.other.example"]);
    await publish(name, "1 13 2 AB");
    await check();
    expect((await zone(zone_id)).instructions?.[0]).toContain("delete the DS record");
  });
});

describe("a record set that follows a resource", () => {
  const follow = (zone_id: string, name: string, followed: object, type = "A") =>
    fixture.send<DnsRecordSet>("dnsRecordSet.set", { zone_id }, { name, type, ttl: 60, ...followed });
  const reserve = () => fixture.send<ReservedIp>("reservedIp.create", {}, { site_id: "site-ams-1" });
  const balancer = () =>
    fixture.send<LoadBalancer>("loadBalancer.create", {}, { name: newName("lb"), site_id: "site-ams-1" });
  /** What the name servers answer after what has changed is applied. */
  const answers = async (name: string) => {
    await apply();
    const sets = (await served(name))?.record_sets ?? [];
    return Object.fromEntries(sets.map((one) => [`${one.type} ${one.name.replace(`.${name}.`, "")}`, one.values]));
  };

  test("is answered with the addresses that the resource has, and with nothing while it has none", async () => {
    const { zone_id, name } = await active();
    const vm_id = await fixture.runningVm(newName("vm").replace(".", "-"));
    const { load_balancer_id } = await balancer();
    const { public_ip_id: reserved_ip_id, address } = await reserve();
    expect(await follow(zone_id, "vm", { vm_id })).toMatchObject({ vm_id, values: [], answered_values: [] });
    await follow(zone_id, "lb", { load_balancer_id });
    await follow(zone_id, "ip", { reserved_ip_id });
    await follow(zone_id, "ip", { reserved_ip_id }, "AAAA");
    const { public_ip: ofBalancer } = await fixture.send<LoadBalancer>("loadBalancer.get", { load_balancer_id });
    const others = { "A lb": [ofBalancer], "A ip": [address] };
    expect(await answers(name)).toEqual(others);

    await fixture.send("reservedIp.attach", { reserved_ip_id }, { vm_id });
    expect(await zone(zone_id)).toMatchObject({ pending_changes: true });
    expect(await answers(name)).toEqual({ ...others, "A vm": [address] });
    const sets = await fixture.send<DnsRecordSet[]>("dnsRecordSet.list", { zone_id });
    expect(sets.find((one) => one.name === "vm")).toMatchObject({ values: [], answered_values: [address] });
    const { zone_file } = await fixture.send<{ zone_file: string }>("dnsZone.export", { zone_id });
    expect(zone_file).toContain(`vm\t60\tIN\tA\t${address}\n`);

    await fixture.send("reservedIp.detach", { reserved_ip_id });
    expect(await answers(name)).toEqual(others);
    expect(
      await fixture.send("dnsZone.import", { zone_id }, { zone_file: `ip 60 A ${address}\n`, replace: true }),
    ).toMatchObject({ unchanged_count: 1, deleted_count: 1 });
    expect(
      (await fixture.send<DnsRecordSet[]>("dnsRecordSet.list", { zone_id })).map((one) => one.name).toSorted(),
    ).toEqual(["ip", "ip", "vm"]);
    await fixture.send("dnsZone.import", { zone_id }, { zone_file: "ip 60 A 203.0.113.9\n" });
    await set(zone_id, "vm", "A", "203.0.113.10");
    expect(await answers(name)).toEqual({ "A ip": ["203.0.113.9"], "A vm": ["203.0.113.10"] });
  });

  test("goes with the resource, and a VM that can be restored keeps it without an answer", async () => {
    const { zone_id, name } = await active();
    const { load_balancer_id } = await balancer();
    const { public_ip_id: reserved_ip_id, address } = await reserve();
    const worker = fixture.work();
    const vm_id = await fixture.runningVm(newName("vm").replace(".", "-"));
    await fixture.send("reservedIp.attach", { reserved_ip_id }, { vm_id });
    await follow(zone_id, "vm", { vm_id });
    await follow(zone_id, "lb", { load_balancer_id });
    await follow(zone_id, "ip", { reserved_ip_id });
    const remaining = async () =>
      (await fixture.send<DnsRecordSet[]>("dnsRecordSet.list", { zone_id })).map((one) => one.name).toSorted();
    const ended = async (change: "delete" | "restore" | "purge") => {
      const { operation_id } = await fixture.send<{ operation_id?: string }>(`cloudVm.${change}`, { vm_id });
      if (operation_id !== undefined) expect(await fixture.ended(operation_id)).toMatchObject({ status: "succeeded" });
    };
    await fixture.send("loadBalancer.delete", { load_balancer_id });
    expect(await remaining()).toEqual(["ip", "vm"]);
    expect(await answers(name)).toEqual({ "A vm": [address], "A ip": [address] });

    await query("UPDATE workspace SET deletion_window_hours = 24");
    await ended("delete");
    expect(await answers(name)).toEqual({ "A ip": [address] });
    expect(await remaining()).toEqual(["ip", "vm"]);
    expect((await refusalOf(follow(zone_id, "again", { vm_id }))).code).toBe("not_found");
    await ended("restore");
    expect(await answers(name)).toEqual({ "A vm": [address], "A ip": [address] });
    await query("UPDATE workspace SET deletion_window_hours = 0");
    await ended("delete");
    expect(await remaining()).toEqual(["ip"]);
    await fixture.send("reservedIp.delete", { reserved_ip_id });
    expect(await remaining()).toEqual([]);
    expect(await answers(name)).toEqual({});
    await worker.stop();
  });

  test("waits for a deletion of the resource that has begun, and is refused then", async () => {
    const { zone_id } = await create(newName());
    const { public_ip_id: reserved_ip_id } = await reserve();
    const [asked] = await Promise.all([
      follow(zone_id, "ip", { reserved_ip_id }).then(
        () => "set",
        (error) => error.code,
      ),
      fixture.send("reservedIp.delete", { reserved_ip_id }),
    ]);
    expect(["set", "not_found"]).toContain(asked);
    expect(await fixture.send("dnsRecordSet.list", { zone_id })).toEqual([]);
  });
});

describe("an import", () => {
  const bring = (zone_id: string, zone_file: string, replace = false) =>
    fixture.send<DnsZoneImport>("dnsZone.import", { zone_id }, { zone_file, replace });

  test("creates, changes and keeps; with replace it deletes, and an export brings the same", async () => {
    const { zone_id } = await create(newName());
    await set(zone_id, "old", "A", "203.0.113.1");
    await set(zone_id, "www", "A", "203.0.113.7");
    const file = '@ SOA a b 1 2 3 4 5\n@ 60 NS ns.old.example.\nwww 60 A 203.0.113.8\nnew 60 TXT "a" "b"\n';
    expect(await bring(zone_id, file)).toEqual({
      ...{ zone_id, created_count: 1, changed_count: 1, deleted_count: 0, unchanged_count: 0, left_out_count: 2 },
    });
    expect(await bring(zone_id, file, true)).toMatchObject({ deleted_count: 1, unchanged_count: 2 });
    const sets = await fixture.send<{ name: string; values: string[] }[]>("dnsRecordSet.list", { zone_id });
    expect(sets.map(({ name, values }) => [name, ...values]).toSorted()).toEqual([
      ["new", "ab"],
      ["www", "203.0.113.8"],
    ]);
    const { zone_file } = await fixture.send<{ zone_file: string }>("dnsZone.export", { zone_id });
    expect(await bring(zone_id, zone_file, true)).toMatchObject({
      ...{ created_count: 0, changed_count: 0, deleted_count: 0, unchanged_count: 2, left_out_count: 2 },
    });
  });

  test("is refused by the line that does not fit, and changes nothing", async () => {
    const { zone_id } = await create(newName());
    await set(zone_id, "www", "CNAME", "host.example.org");
    for (const [file, line] of [
      ["a A 203.0.113.7\nwww TXT x\n", "line 2"],
      ["a A 203.0.113.7\n@ MX 10 www\n", "line 2"],
      ["a A 203.0.113.7\nb CNAME c\nc CNAME b\n", "line 2"],
    ] as const)
      expect((await refusalOf(bring(zone_id, file))).message).toContain(line);
    expect(await zone(zone_id)).toMatchObject({ record_set_count: 1 });
  });
});
