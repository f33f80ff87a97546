import type { SitePort } from "../../ports/site-port.ts";
import { followEvents } from "../client/lxd-events.ts";
import { nameIn } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";
import { inspectSite } from "./inspect-site.ts";

/** What may make an instance another than it was. */
const CHANGED = /^instance-(created|deleted|paused|renamed|restarted|resumed|shutdown|started|stopped)$/;

export function lxdSitePort(site: LxdSite): SitePort {
  return {
    inspect: (signal) => inspectSite(site, signal),
    async watchInstances(changed, signal) {
      // A VM's id has one underscore, behind its kind, which the server's name has not.
      const tell = (name: string) => changed(name.replace("-", "_"));
      await followEvents(
        site.client,
        ({ metadata: { action, source } }) => CHANGED.test(action) && tell(nameIn(source)),
        signal,
      );
    },
  };
}
