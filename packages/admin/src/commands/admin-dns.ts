import { absoluteDomainName, cdnZone, reverseZones } from "@fulmar/core/operator";
import { mailboxName } from "../dns/zone-file.ts";
import { writeZones } from "../dns/zone-folder.ts";
import { command, UsageError } from "../program.ts";
import { answering } from "../run-command.ts";

export const dnsCommands = [
  command("zones", "Write zone files for the CDN's domain and for the reverse DNS of reserved IPs: see docs/dns.md")
    .requiredOption(
      "--folder <PATH>",
      "an existing folder for the files; keep it, because the next serials follow from them",
    )
    .requiredOption("--name-server <NAME...>", "the zones' name servers, the primary first")
    .option("--hostmaster <NAME>", "the mail address of the zones' operator; the default is hostmaster at each zone")
    .option("--cdn-address <IP...>", "the addresses of the CDN's edges; without them, the CDN's zone is not written")
    .action(
      answering(async ({ database, configuration }, { folder, nameServer, hostmaster, cdnAddress }) => {
        const authority = {
          nameServers: [...new Set(listed(nameServer).map(nameServerOf))],
          hostmaster: hostmaster === undefined ? undefined : hostmasterOf(hostmaster),
        };
        const cdn = cdnAddress === undefined ? [] : [cdnZone(configuration, listed(cdnAddress))];
        const { zones, leftOut } = await reverseZones(database);
        const written = await writeZones(folder, [...cdn, ...zones], authority);
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
];

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
