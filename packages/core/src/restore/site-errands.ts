// What operators ask of a site itself, which a worker does by what the commands on the host call (docs/adr/0151). An
// operator waits for the answer, so what a server refuses ends the decision with the server's sentence.
import type { Configuration } from "@fulmar/config";
import { type Database, statement } from "@fulmar/prisma";
import { bringCatalogImage } from "../images/index.ts";
import { DomainError } from "../request/domain-error.ts";
import {
  addHost,
  checkSite,
  ImageRequest,
  importSiteImage,
  offerImage,
  openSiteRequest,
  RenewalRequest,
  removeHost,
  renewSite,
  type SiteState,
} from "../site/index.ts";
import { isSimulated } from "../work/simulated-name.ts";
import { removeSite } from "./remove-site.ts";

/** A decision about a site itself, or about an image there. */
export interface Errand {
  readonly decision_id: string;
  readonly site_id: string;
  readonly provider: string;
  readonly action: string;
  readonly force: boolean;
  /** The image that is imported. Null of what is about the site. */
  readonly resource_id: string | null;
  /** The endpoint of a host that is added, or the name of one that is removed. */
  readonly name: string | null;
  readonly request_sealed: Uint8Array | null;
}

type Services = {
  readonly database: Database;
  readonly configuration: Pick<Configuration, "secrets" | "simulatedSiteUrl" | "webhookPrivateTargets">;
};

const hostNamed = statement(
  "site_host_named",
  "SELECT host_id FROM site_host WHERE site_id = $site_id AND name = $name",
);

/** By action: each answers how it ended, in a sentence. Each is repeatable. */
const ERRANDS: Readonly<Record<string, (services: Services, errand: Errand, signal: AbortSignal) => Promise<string>>> =
  {
    add: async ({ database, configuration }, { site_id }) =>
      told("Connected", await checkSite(database, configuration, site_id)),
    check: async ({ database, configuration }, { site_id, force }) =>
      told("It answers", await checkSite(database, configuration, site_id, { restrict: force })),
    async renew({ database, configuration }, errand) {
      const { client_cert, client_key, server_cert } = openSiteRequest(configuration.secrets, errand, RenewalRequest);
      const renewal = { certificate: client_cert, key: client_key, serverCertificate: server_cert };
      return told("Renewed", await renewSite(database, configuration, { siteId: errand.site_id, ...renewal }));
    },
    async import({ database, configuration }, errand, signal) {
      const { site_id: siteId, resource_id: templateId } = errand;
      if (templateId === null) throw new Error(`the decision ${errand.decision_id} names no image`);
      const wanted = openSiteRequest(configuration.secrets, errand, ImageRequest);
      const { url, sha256, format, min_disk_gb, name, os_distro: distribution, version } = wanted;
      const image = { siteId, templateId, name, distribution, version, minDiskGb: String(min_disk_gb) };
      if (isSimulated(errand.provider)) {
        await offerImage(database, image);
        return "Offered. A simulated site boots every image, so nothing was fetched.";
      }
      const { webhookPrivateTargets: privateTargets } = configuration;
      await bringCatalogImage({ url, sha256, format, minDiskGb: min_disk_gb, privateTargets }, signal, async (file) => {
        const source = { file, cloudInit: wanted.cloud_init };
        await importSiteImage(database, configuration, { ...image, source });
      });
      return "Imported, and offered at the site.";
    },
    async add_host({ database, configuration }, { site_id: siteId, name: endpoint }) {
      const { name } = await addHost(database, configuration, { siteId, endpoint: endpoint ?? "" });
      return `Added: ${name} is a host of the site.`;
    },
    async remove_host({ database, configuration }, { site_id, name }) {
      const host = await database.sql.maybe(hostNamed, { site_id, name: name ?? "" });
      // A worker that died had removed it.
      if (host !== undefined) await removeHost(database, configuration, host.host_id);
      return `Removed: ${name} is no host of the site any more.`;
    },
    async remove({ database, configuration }, { site_id, decision_id, force }) {
      const removal = { siteId: site_id, serverGone: force, decisionId: decision_id };
      try {
        const { projectRemoved } = await removeSite(database, configuration, removal);
        return projectRemoved === false
          ? "Removed. The project on its server holds what is not Fulmar's, and stays."
          : "Removed.";
      } catch (error) {
        // A worker that died had removed it.
        if (error instanceof DomainError && error.kind === "not_found") return "Removed.";
        throw error;
      }
    },
  };

/** Whether an action is an errand, which is tried once. */
export function isErrand(action: string): boolean {
  return Object.hasOwn(ERRANDS, action);
}

/**
 * Does what an operator asks of a site.
 * @returns how it ended, in a sentence
 * @throws DomainError with the server's message, or why it is refused
 */
export async function doErrand(services: Services, errand: Errand, signal: AbortSignal): Promise<string> {
  const work = ERRANDS[errand.action];
  if (work === undefined) throw new Error(`the decision ${errand.decision_id} is no errand`);
  return work(services, errand, signal);
}

function told(how: string, { report: { server, capacity, unsupported, warnings } }: SiteState): string {
  const { cpus, ramMb, diskGb, freeRamMb, freeDiskGb } = capacity;
  const has =
    `${how}: ${server} with ${cpus} CPUs, ${ramMb} MB of memory (${freeRamMb} free) and ${diskGb} GB of disk ` +
    `(${freeDiskGb} free).`;
  const lacks = unsupported.length === 0 ? [] : [`It does not support: ${unsupported.join(", ")}.`];
  return [has, ...lacks, ...warnings].join(" ");
}
