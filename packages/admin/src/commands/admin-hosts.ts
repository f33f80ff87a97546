// Hosts of sites whose server does not know its other hosts (docs/adr/0179). The rest is `fulmar operator host`.
import { addHost, hostScript, removeHost } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command } from "../program.ts";

export const hostCommands = ({ answering, reporting }: Actions) => [
  command(
    "prepare",
    "Print the script that makes a machine ready to be added to a site as a host; run it there as root",
  )
    .requiredOption("--site <ID>", "the site")
    .option("--output <text|json>", "text, or one JSON document", "text")
    .action(
      reporting(async ({ database }, { site }) => {
        const script = await hostScript(database.sql, site);
        return { text: script.endsWith("\n") ? script : `${script}\n`, json: { site_id: site, script } };
      }),
    ),
  command(
    "add",
    "Add a host to a site whose server does not know its other hosts; it is prepared, and gets VMs at once",
  )
    .requiredOption("--site <ID>", "the site")
    .requiredOption("--endpoint <URL>", "of the host's own server, such as tls://kvm2.example.com:16514")
    .action(
      answering(async ({ database, configuration }, { site, endpoint }) => {
        const { hostId, siteId, name } = await addHost(database, configuration, { siteId: site, endpoint });
        return { host_id: hostId, site_id: siteId, name };
      }),
    ),
  command("remove", "Remove a host that was added and has no VMs; one that does not answer is removed, too")
    .requiredOption("--host <ID>", "the host, as `fulmar operator host list` has it")
    .action(
      answering(async ({ database, configuration }, { host }) => {
        const { hostId, siteId, name } = await removeHost(database, configuration, host);
        return { host_id: hostId, site_id: siteId, name, removed: true };
      }),
    ),
];
