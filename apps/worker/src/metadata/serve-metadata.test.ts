import type { Logger } from "@fulmar/engine";
import { silent } from "@fulmar/engine/testing";
import { expect, test } from "vitest";
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
  const serving = serveMetadata(services, { ...services.configuration, metadata: { siteId, port: 0 } }, logger);
  const { port } = (await line) as { readonly port: number };
  // The runner's own address is no machine's.
  const url = `http://127.0.0.1:${port}/latest/meta-data/`;
  expect((await fetch(url)).status).toBe(404);
  await serving.stop();
  await expect(fetch(url)).rejects.toThrow();
});

test("a site that does not exist is told as an error, and the worker stops nevertheless", async () => {
  const { services } = fixture.world;
  const { logger, line } = lineOf("machines get no metadata yet; it is tried again");
  const metadata = { siteId: "site_unknown", port: 0 };
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
