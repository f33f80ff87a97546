// Hosts that operators add to sites, and remove (docs/adr/0179). A worker carries it out
// (`packages/core/src/restore/site-errands.ts`).
import type { Handler } from "../request/context.ts";
import { conflict, invalidField } from "../request/domain-error.ts";
import { additionsOf, endpointOfHost, holdLeavingHost, hostScript, refuseTakenEndpoint } from "../site/index.ts";
import { readHost } from "./hosts.ts";
import { readSite, refuseFenced, writeDecision } from "./unknown-resources.ts";

export const addHostForOperator: Handler<"operatorHost.add"> = async (context, { site_id, endpoint: given }) => {
  const { sql } = context;
  const site = await readSite(sql, site_id);
  const { provider, setup_state } = site;
  const endpoint = endpointOfHost(additionsOf(provider), given);
  if (setup_state !== null)
    throw conflict("site_not_connected", "The site's server is not connected yet; check it before you add a host.");
  refuseFenced(site);
  await refuseTakenEndpoint(sql, site_id, endpoint);
  return writeDecision(context, { site_id, provider, action: "add_host", name: endpoint, reason: "A new host." });
};

export const getHostScript: Handler<"operatorHost.getScript"> = async ({ sql }, { site_id }) => ({
  site_id,
  script: await hostScript(sql, site_id),
});

export const removeHostForOperator: Handler<"operatorHost.remove"> = async (context, { host_id, confirm, reason }) => {
  const { sql, operator } = context;
  const { name, site_id } = await readHost(sql, host_id);
  if (confirm !== name) throw invalidField("confirm", `must be "${name}", the name of the host that is removed`);
  const { provider } = await holdLeavingHost(sql, host_id, { reason, by: operator.userId });
  refuseFenced(await readSite(sql, site_id));
  return writeDecision(context, { site_id, provider, action: "remove_host", name, reason });
};
