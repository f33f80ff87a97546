import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { loadConfiguration } from "@fulmar/config";
import { addSite } from "@fulmar/core/operator";
import type { Logger } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { expect, onTestFinished, test } from "vitest";
import { computeFixture } from "../../../../packages/core/test/compute-fixture.ts";
import { serveMetadata } from "./serve-metadata.ts";

const fixture = computeFixture();

/** Resolves with the fields of the first line with a message. */
function lineOf(message: string): { readonly logger: Logger; readonly line: Promise<object> } {
  const { promise, resolve } = Promise.withResolvers<object>();
  const notice = (fields: object, said: string) => {
    if (said === message) resolve(fields);
  };
  return { logger: { ...silent, info: notice, error: notice }, line: promise };
}

test("a worker serves the machines of the site that it is told, until it stops", async () => {
  const { services, database } = fixture.world;
  const { site_id: siteId } = await database.prisma.site.findFirstOrThrow({ orderBy: { position: "asc" } });
  const { logger, line } = lineOf("machines get their metadata");
  const serving = serveMetadata(
    services,
    { ...services.configuration, metadata: { siteIds: [siteId], port: 0 } },
    logger,
  );
  const { port } = (await line) as { readonly port: number };
  // The runner's own address is no machine's.
  const url = `http://127.0.0.1:${port}/latest/meta-data/`;
  expect((await fetch(url)).status).toBe(404);
  await serving.stop();
  await expect(fetch(url)).rejects.toThrow();
});

test("a worker serves the machines of several sites at one port, also while another does not answer", async () => {
  const { services, database, databaseUrl } = fixture.world;
  const environment = { DATABASE_URL: databaseUrl, FULMAR_ENVIRONMENT: "development" };
  const { site_id: first } = await database.prisma.site.findFirstOrThrow({ orderBy: { position: "asc" } });
  const { siteId: second } = await addSite(database, loadConfiguration(environment), {
    ...{ name: "Beside", location: "Nowhere", provider: "simulated" },
  });
  fixture.work();
  const from = new Map<string, string>();
  for (const site_id of [first, second]) {
    await database.pool.query("UPDATE plan SET site_ids = site_ids || $1::text", [site_id]);
    await database.pool.query("UPDATE image SET site_ids = site_ids || $1::text", [site_id]);
    const { vm_id, operation_id } = await fixture.send<{ readonly vm_id: string; readonly operation_id: string }>(
      "cloudVm.create",
      {},
      { name: `at ${site_id}`, site_id, plan_id: "plan-nano", template_id: "debian-13" },
    );
    await fixture.ended(operation_id);
    from.set(site_id, String((await fixture.vm(vm_id)).private_ip).replace(/^[0-9]+/, "127"));
  }
  const { logger, line } = lineOf("machines get no metadata yet; it is tried again");
  const opened = new Map<string, number>();
  const info = (fields: object) => {
    const { site_id = "", port } = fields as { site_id?: string; port: number };
    opened.set(site_id, port);
  };
  const metadata = { siteIds: ["site_unknown", first, second], port: 0 };
  const serving = serveMetadata(services, { ...services.configuration, metadata }, { ...logger, info });
  onTestFinished(() => serving.stop());
  await line;
  await expect.poll(() => opened.size).toBe(2);
  const [port, same] = [opened.get(first), opened.get(second)];
  expect(same).toBe(port);
  const instanceOf = async (localAddress: string) => {
    const path = "/openstack/latest/meta_data.json";
    const asked = request({ host: "127.0.0.1", port, path, localAddress, agent: false }).end();
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    return { status: response.statusCode, body: await text(response) };
  };
  for (const site_id of [first, second]) {
    const { status, body } = await instanceOf(from.get(site_id) ?? "");
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ name: `at ${site_id}` });
  }
  expect((await instanceOf("127.0.0.1")).status).toBe(404);
});

test("a site that does not exist is told as an error, and the worker stops nevertheless", async () => {
  const { services } = fixture.world;
  const { logger, line } = lineOf("machines get no metadata yet; it is tried again");
  const metadata = { siteIds: ["site_unknown"], port: 0 };
  const serving = serveMetadata(services, { ...services.configuration, metadata }, logger);
  expect(await line).toMatchObject({
    err: expect.objectContaining({ message: expect.stringContaining("site_unknown") }),
  });
  await serving.stop();
});

test("without a site, nothing is served", async () => {
  const { services } = fixture.world;
  await serveMetadata(services, { ...services.configuration, metadata: undefined }, silent).stop();
});
