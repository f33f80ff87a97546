// The protocol against the ovsdb-server of this machine's packages.
import { createServer } from "node:net";
import { needs } from "@fulmar/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { atomsIn, mapIn, mapOf, named, type Operation, OvsdbConnection, setOf, uuidIn, uuidOf } from "./index.ts";
import { type DatabaseServer, startDatabaseServer, whyNoOvsdb } from "./server-fixture.ts";

const { signal } = new AbortController();
const missing = whyNoOvsdb();
if (missing !== undefined) console.warn(missing);

describe("a database server", needs("Open vSwitch", missing === undefined), () => {
  let server: DatabaseServer;
  let connection: OvsdbConnection;
  const open = (path = server.path) => OvsdbConnection.open({ path }, "People", signal);
  const transact = (...operations: Operation[]) => connection.transact("People", operations, signal);
  const person = (name: string, more = {}): Operation => ({ op: "insert", table: "Person", row: { name, ...more } });
  beforeAll(async () => {
    server = await startDatabaseServer();
    connection = await open();
  });
  afterAll(async () => {
    connection.close();
    await server.stop();
  });

  test("it answers by its socket, by TCP and by mutual TLS", async () => {
    const { stranger, ...tls } = server.certificates;
    const host = "127.0.0.1";
    for (const endpoint of [
      { host, port: server.tcp },
      { host, port: server.ssl, tls },
    ]) {
      const way = await OvsdbConnection.open(endpoint, "People", signal);
      expect(await way.transact("People", [{ op: "select", table: "Person", where: [] }], signal)).toHaveLength(1);
      way.close();
    }
    const unreachable = { name: "OvsdbUnreachable" };
    for (const other of [
      { ...tls, ...stranger },
      { ...tls, authority: stranger.certificate },
    ]) {
      const strange = OvsdbConnection.open({ host, port: server.ssl, tls: other }, "People", signal);
      await expect(strange).rejects.toMatchObject(unreachable);
    }
    await expect(OvsdbConnection.open({ path: "/nonexistent" }, "People", signal)).rejects.toMatchObject(unreachable);
    await expect(OvsdbConnection.open({ path: server.path }, "Others", signal)).rejects.toMatchObject({
      message: "The server has no database Others.",
    });
  });

  test("rows that name each other are made, changed, chosen and deleted", async () => {
    const [first] = await transact(
      { ...person("ann", { friend: named("bob"), tags: setOf(["a", "b"]), notes: mapOf({ k: 'ä"\\{' }) }) },
      { op: "insert", table: "Person", "uuid-name": "bob", row: { name: "bob", age: 7 } },
    );
    const ann = uuidIn(first?.uuid);
    const mutations = [
      ["age", "+=", 2],
      ["tags", "insert", setOf(["c"])],
    ] as const;
    const [, changed] = await transact(
      { op: "update", table: "Person", where: [["name", "==", "bob"]], row: { notes: mapOf({ by: "ann" }) } },
      { op: "mutate", table: "Person", where: [["notes", "includes", mapOf({ by: "ann" })]], mutations },
    );
    expect(changed).toEqual({ count: 1 });
    const columns = ["_uuid", "name", "age", "tags", "notes", "friend"];
    const [all, older] = await transact(
      { op: "select", table: "Person", where: [["_uuid", "==", uuidOf(ann)]], columns },
      { op: "select", table: "Person", where: [["age", ">", 8]], columns },
    );
    const [[annRow], [bobRow]] = [all?.rows ?? [], older?.rows ?? []];
    expect(atomsIn(annRow?.tags)).toEqual(["a", "b"]);
    expect(mapIn(annRow?.notes)).toEqual({ k: 'ä"\\{' });
    expect(uuidIn(annRow?.friend)).toBe(uuidIn(bobRow?._uuid));
    expect(bobRow).toMatchObject({ name: "bob", age: 9, tags: "c" });
    expect(() => uuidIn(bobRow?.name)).toThrow("what is no reference");
    expect(() => mapIn(bobRow?.name)).toThrow("what is no map");
    expect(await transact({ op: "delete", table: "Person", where: [["name", "!=", "ann"]] })).toEqual([{ count: 1 }]);
  });

  test("a transaction that is refused changes nothing, and says which operation", async () => {
    const none = transact(person("carl"), { op: "delete", table: "Nobody", where: [] });
    await expect(none).rejects.toMatchObject({ name: "OvsdbError", code: "syntax error", operation: 1 });
    await transact(person("dora"));
    const twice = transact(person("emil"), person("dora"));
    await expect(twice).rejects.toMatchObject({ code: "constraint violation", operation: null });
    const aged = (age: number): Operation => ({
      ...{ op: "wait", timeout: 0, table: "Person", until: "==", columns: ["name", "age"] },
      where: [["name", "==", "dora"]],
      rows: [{ name: "dora", age }],
    });
    await expect(transact(aged(5), person("emil"))).rejects.toMatchObject({ code: "timed out", operation: 0 });
    await transact(aged(0), person("fritz"));
    const names = { op: "select", table: "Person", where: [["age", "==", 0]], columns: ["name"] } as const;
    const [found] = await transact(names);
    const present = (found?.rows ?? []).map(({ name }) => name);
    expect(present).toEqual(expect.arrayContaining(["dora", "fritz"]));
    expect(present).not.toEqual(expect.arrayContaining(["carl"]));
    expect(present).not.toEqual(expect.arrayContaining(["emil"]));
  });

  test("a transaction that waits is cancelled when it is aborted, and the connection goes on", async () => {
    const stop = new AbortController();
    const columns = ["name"];
    const where = [["name", "==", "gerd"]] as const;
    const waiting = connection.transact(
      "People",
      [{ op: "wait", timeout: 60_000, table: "Person", until: "!=", columns, where, rows: [] }, person("too late")],
      stop.signal,
    );
    stop.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await transact(person("gerd"));
    const [late] = await transact({ op: "select", table: "Person", where: [["name", "==", "too late"]] });
    expect(late?.rows).toEqual([]);
    await expect(connection.transact("People", [], AbortSignal.abort(new Error("before")))).rejects.toThrow("before");
  });

  test("answers of many calls at once belong to their calls", async () => {
    const names = Array.from({ length: 200 }, (_, index) => `many ${index}`);
    await transact(...names.map((name) => person(name, { notes: mapOf({ text: name.repeat(500) }) })));
    const found = await Promise.all(
      names.map((name) =>
        transact({ op: "select", table: "Person", where: [["name", "==", name]], columns: ["name"] }),
      ),
    );
    expect(found.map(([result]) => result?.rows?.[0]?.name)).toEqual(names);
  });

  test("what speaks something else is not believed, and calls end with the connection", async () => {
    const other = createServer((socket) => socket.end("SSH-2.0-OpenSSH\r\n")).listen(0, "127.0.0.1");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const strange = OvsdbConnection.open({ host: "127.0.0.1", port }, "People", signal);
    await expect(strange).rejects.toMatchObject({ name: "OvsdbUnreachable" });
    other.close();
    const own = await open();
    server.hold(true);
    const asked = own.transact("People", [{ op: "select", table: "Person", where: [] }], signal);
    own.close();
    server.hold(false);
    await expect(asked).rejects.toMatchObject({ name: "OvsdbUnreachable" });
    expect(own.end).toMatchObject({ name: "OvsdbUnreachable" });
  });
});
