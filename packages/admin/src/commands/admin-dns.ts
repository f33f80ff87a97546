import { existsSync, readFileSync } from "node:fs";
import { absoluteDomainName, balancerZone, cdnZone, reverseZones } from "@fulmar/core/operator";
import type { Actions, CommandContext } from "../actions.ts";
import { pushZones } from "../dns/powerdns.ts";
import { mailboxName } from "../dns/zone-file.ts";
import { writeZones } from "../dns/zone-folder.ts";
import { command, UsageError } from "../program.ts";

const withZones = (name: string, description: string) =>
  command(name, `${description} for the names of balancers and the CDN and for reverse DNS: see docs/dns.md`)
    .requiredOption("--name-server <NAME...>", "the zones' name servers, the primary first")
    .option("--hostmaster <NAME>", "the mail address of the zones' operator; the default is hostmaster at each zone")
    .option("--cdn-address <IP...>", "the addresses of the CDN's edges; without them, the CDN's zone is left as it is")
    .option("--balancer-domain <NAME>", "a domain such as lb.example.com; without it, balancers have no names");

export const dnsCommands = ({ answering }: Actions) => [
  withZones("zones", "Write zone files")
    .requiredOption(
      "--folder <PATH>",
      "an existing folder for the files; keep it, because the next serials follow from them",
    )
    .action(
      answering(async (installation, { folder, ...options }) => {
        const authority = authorityOf(options);
        const { zones, leftOut } = await zonesOf(installation, options);
        const written = await writeZones(folder, zones, authority);
        return {
          zones: written.map(({ zone, file, records, serial, changed }) => ({
            zone,
            file,
            records: String(records),
            serial: String(serial),
            changed: changed ? "yes" : "no",
          })),
          left_out: leftOut,
        };
      }),
    ),
  withZones("push", "Bring zones to a PowerDNS server")
    .requiredOption("--powerdns-url <URL>", "the server's web server, such as http://127.0.0.1:8081")
    .requiredOption("--api-key-file <PATH>", "a file with the server's API key")
    .action(
      answering(async (installation, { powerdnsUrl, apiKeyFile, ...options }) => {
        const authority = authorityOf(options);
        const server = { url: webUrlOf(powerdnsUrl), apiKey: keyIn(apiKeyFile) };
        const { zones, leftOut } = await zonesOf(installation, options);
        const pushed = await pushZones(server, zones, authority);
        return {
          zones: pushed.map(({ zone, records, changed }) => ({
            zone,
            records: String(records),
            changed: changed ? "yes" : "no",
          })),
          left_out: leftOut,
        };
      }),
    ),
];

function authorityOf({ nameServer, hostmaster }: { nameServer: readonly string[]; hostmaster?: string | undefined }) {
  return {
    nameServers: [...new Set(listed(nameServer).map(nameServerOf))],
    hostmaster: hostmaster === undefined ? undefined : hostmasterOf(hostmaster),
  };
}

async function zonesOf(
  { database, configuration }: CommandContext,
  options: { cdnAddress?: readonly string[] | undefined; balancerDomain?: string | undefined },
) {
  const { cdnAddress, balancerDomain } = options;
  const cdn = cdnAddress === undefined ? [] : [cdnZone(configuration, listed(cdnAddress))];
  const balancers = balancerDomain === undefined ? [] : [await balancerZone(database, balancerDomain)];
  // Two zones of one name would replace each other's records.
  const taken = balancers.find(({ name }) => cdn.some((zone) => zone.name === name));
  if (taken !== undefined)
    throw new UsageError(
      `The domain ${taken.name} is the CDN's; give --balancer-domain another, such as lb.example.com.`,
    );
  const { zones, leftOut } = await reverseZones(database);
  return { zones: [...cdn, ...balancers, ...zones], leftOut };
}

function webUrlOf(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text;
  throw new UsageError(`"${text}" is not a URL; give one such as http://127.0.0.1:8081.`);
}

function keyIn(file: string): string {
  const key = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (key === "") throw new UsageError(`There is no API key in the file ${file}.`);
  return key;
}

/** The values of an option that is repeated, or whose values are separated by commas. */
function listed(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(",")).map((value) => value.trim());
}

function nameServerOf(text: string): string {
  const name = absoluteDomainName(text);
  if (name === undefined)
    throw new UsageError(`"${text}" is not the name of a name server; give one such as ns1.example.net.`);
  return name;
}

function hostmasterOf(text: string): string {
  const name = mailboxName(text);
  if (name === undefined) throw new UsageError(`"${text}" is not a mail address; give one such as dns@example.com.`);
  return name;
}
