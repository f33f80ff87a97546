// Sites that operators add, renew, check and remove (docs/adr/0151). What reaches a server is a decision, which a worker
// carries out (`packages/core/src/restore/site-errands.ts`).
import type { Sql } from "@fulmar/prisma";
import { addPublicRange } from "../networking/index.ts";
import type { Handler } from "../request/context.ts";
import { conflict, invalidField } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { refuseResidents } from "../restore/index.ts";
import { insertSite, newSite, sealSiteRequest } from "../site/index.ts";
import { isSimulated } from "../work/simulated-name.ts";
import { readSiteDetails } from "./sites.ts";
import { readSite, refuseFenced, writeDecision } from "./unknown-resources.ts";

export const createSite: Handler<"operatorSite.create"> = async (context, { simulated, ...wanted }) => {
  const { sql, configuration } = context;
  const { environment, secrets } = configuration;
  const site = newSite({ ...wanted, location: wanted.location ?? wanted.name }, { environment, simulated });
  await insertSite(sql, secrets, site, "new");
  const { siteId, provider, served } = site;
  if (served !== null)
    await writeDecision(context, { site_id: siteId, provider, action: "add", reason: "A new site." });
  return readSiteDetails(sql, siteId);
};

export const renewSiteForOperator: Handler<"operatorSite.renew"> = async (context, { site_id, ...renewal }) => {
  const { provider } = await readServed(context.sql, site_id);
  const decision_id = newId("dec");
  const request_sealed = sealSiteRequest(context.configuration.secrets, decision_id, renewal);
  const reason = "New certificates.";
  return writeDecision(context, { decision_id, site_id, provider, action: "renew", reason, request_sealed });
};

export const checkSiteForOperator: Handler<"operatorSite.check"> = async (context, { site_id, restrict }) => {
  const { provider } = await readServed(context.sql, site_id);
  const reason = restrict ? "Restrict its project." : "Look at it now.";
  return writeDecision(context, { site_id, provider, action: "check", reason, force: restrict });
};

export const removeSiteForOperator: Handler<"operatorSite.remove"> = async (context, input) => {
  const { site_id, confirm, server_gone, reason } = input;
  const site = await readSite(context.sql, site_id);
  if (confirm !== site.name)
    throw invalidField("confirm", `must be "${site.name}", the name of the site that is removed`);
  if (!server_gone) refuseFenced(site);
  await refuseResidents(context.sql, site_id);
  const { provider } = site;
  return writeDecision(context, { site_id, provider, action: "remove", reason, force: server_gone });
};

export const addAddresses: Handler<"operatorSite.addAddresses"> = async ({ sql }, { site_id, range }) => {
  await readSite(sql, site_id);
  await addPublicRange({ sql }, { siteId: site_id, range });
  return readSiteDetails(sql, site_id);
};

/** @throws DomainError 404, 409 for a simulated site */
async function readServed(sql: Sql, site_id: string) {
  const site = await readSite(sql, site_id);
  if (isSimulated(site.provider))
    throw conflict("site_without_server", "The site is simulated: it has no server to reach.");
  return site;
}
