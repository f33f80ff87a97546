import { readFileSync } from "node:fs";
import { Option } from "@commander-js/extra-typings";
import {
  addPublicRange,
  addSite,
  checkSite,
  listAllSites,
  PROVIDER_KINDS,
  removeSite,
  renewSite,
  SITE_PROVIDERS,
  type SiteState,
} from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command } from "../program.ts";
import type { Answer } from "../render.ts";

const KINDS = Object.values(PROVIDER_KINDS);
const SERVERS = KINDS.map(({ server, page }) => `${server}, as a site (${page})`).join(", or ");

/** An option of the kinds of providers that have it. */
function optionOf(name: string): Option<string> {
  const helps = KINDS.flatMap(({ help }) => help[name] ?? []);
  const values = new Set(helps.map(({ value }) => value));
  const descriptions = new Set(helps.map(({ description }) => description));
  return new Option(`--${name.replaceAll("_", "-")} <${[...values].join("|")}>`, [...descriptions].join("; "));
}

/** By the names that kinds give them. */
const SERVER_OPTIONS = new Map(
  KINDS.flatMap(({ options }) => Object.keys(options.shape)).map((name) => [name, optionOf(name)]),
);

export const siteCommands = ({ answering }: Actions) => [
  command("list", "List the sites, as the worker last saw them").action(
    answering(async ({ database }) => {
      const sites = await listAllSites(database);
      return {
        sites: sites.map(
          ({
            site_id,
            name,
            provider,
            endpoint,
            server,
            reachable,
            instance_type,
            vms,
            closed,
            unsupported,
            fenced,
            unknown,
          }) => ({
            site_id,
            name,
            provider,
            instance_type,
            vms: String(vms),
            unknown: String(unknown),
            closed: closed ? "yes" : null,
            fenced,
            reachable: reachable === null ? null : reachable ? "yes" : "no",
            server,
            endpoint,
            unsupported: unsupported.length === 0 ? null : unsupported.join(","),
          }),
        ),
      };
    }),
  ),
  [...SERVER_OPTIONS.values()]
    .reduce(
      (made, option) => made.addOption(option),
      command("add", `Add ${SERVERS}, or a simulated site for trials, whose machines do not exist`)
        .requiredOption("--name <NAME>", "the name of the site")
        .option("--location <PLACE>", "its location; by default its name")
        .requiredOption(`--provider <${SITE_PROVIDERS.join("|")}>`, "the kind of its provider")
        .addOption(optionOf("endpoint"))
        .option("--client-cert <FILE>", "for https and tls: the certificate that the server trusts, in PEM")
        .option("--client-key <FILE>", "for https and tls: the key of that certificate, in PEM; it is stored encrypted")
        .option(
          "--server-cert <FILE>",
          "the server's own certificate, in PEM; by default, the system's authorities are trusted; for tls, that of the " +
            "authority that signed it, which is required",
        )
        .option("--simulated", "in production, with --provider simulated: machines that do not exist are meant"),
    )
    .action(
      answering(async ({ database, configuration }, given) => {
        const { simulated = false, ...named } = given;
        const options: Readonly<Record<string, string | undefined>> = named;
        const chosen = [...SERVER_OPTIONS].map(([name, option]) => [name, options[option.attributeName()]]);
        const request = {
          ...Object.fromEntries(chosen),
          name: options.name,
          location: options.location ?? options.name,
          provider: options.provider,
          endpoint: options.endpoint,
          client_cert: contentOf(options.clientCert),
          client_key: contentOf(options.clientKey),
          server_cert: contentOf(options.serverCert),
        };
        const { siteId, name, report } = await addSite(database, configuration, request, { simulated });
        return report === null ? { site_id: siteId, name } : siteAnswer({ siteId, name, report });
      }),
    ),
  command(
    "check",
    "Show whether a site's server answers, its capacity, the free part of it, and what it does not support",
  )
    .requiredOption("--site <ID>", "the site")
    .option("--restrict", "restrict the project to what its machines need, if an earlier version made it")
    .action(
      answering(async ({ database, configuration }, { site, restrict = false }) =>
        siteAnswer(await checkSite(database, configuration, site, { restrict })),
      ),
    ),
  command(
    "renew",
    "Replace the certificates of a site's connection, after checking that its server accepts them; " +
      "no process needs a restart",
  )
    .requiredOption("--site <ID>", "the site")
    .requiredOption("--client-cert <FILE>", "the certificate that the server trusts, in PEM")
    .requiredOption("--client-key <FILE>", "the key of that certificate, in PEM; it is stored encrypted")
    .option("--server-cert <FILE>", "the server's own certificate, in PEM; by default, the present one stays")
    .action(
      answering(async ({ database, configuration }, { site, clientCert, clientKey, serverCert }) => {
        const renewed = await renewSite(database, configuration, {
          siteId: site,
          certificate: readFileSync(clientCert, "utf8"),
          key: readFileSync(clientKey, "utf8"),
          serverCertificate: contentOf(serverCert),
        });
        return siteAnswer(renewed);
      }),
    ),
  command("remove", "Remove a site without resources: first Fulmar's objects from its server, then the site")
    .requiredOption("--site <ID>", "the site")
    .option("--server-gone", "the server no longer answers: nothing is removed from it")
    .action(
      answering(async ({ database, configuration }, { site, serverGone = false }) => {
        const request = { siteId: site, serverGone };
        const { siteId, name, projectRemoved, historyKept } = await removeSite(database, configuration, request);
        return { site_id: siteId, name, removed: true, project_removed: projectRemoved, history_kept: historyKept };
      }),
    ),
];

export const addressCommands = ({ answering }: Actions) => [
  command("add", "Add public IPv4 addresses to a site, which your network routes to it")
    .requiredOption("--site <ID>", "the site")
    .requiredOption("--range <CIDR>", "such as 198.51.100.0/28")
    .action(
      answering(async ({ database }, { site, range }) => {
        const added = await addPublicRange(database, { siteId: site, range });
        return { site_id: site, range, added: String(added) };
      }),
    ),
];

function contentOf(file: string | undefined): string | undefined {
  return file === undefined ? undefined : readFileSync(file, "utf8");
}

function siteAnswer({
  siteId,
  name,
  report: { server, capacity, instanceType, unsupported, warnings },
}: SiteState): Answer {
  return {
    site_id: siteId,
    name,
    server,
    instance_type: instanceType,
    cpus: String(capacity.cpus),
    ram_mb: String(capacity.ramMb),
    free_ram_mb: String(capacity.freeRamMb),
    disk_gb: String(capacity.diskGb),
    free_disk_gb: String(capacity.freeDiskGb),
    unsupported: [...unsupported],
    warnings: [...warnings],
  };
}
