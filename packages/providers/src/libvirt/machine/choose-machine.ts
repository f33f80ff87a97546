import { procedures } from "@fulmar/libvirt-rpc";
import { says } from "../client/libvirt-refusal.ts";
import type { SiteHost } from "../hosts/site-hosts.ts";
import { isOn, type Machine } from "./machine.ts";
import type { Placement } from "./placement.ts";

/** virDomainState */
const RUNNING = 1;

/** What the hosts have of a VM's machine. */
export interface Found {
  /** One for each host that has a definition. */
  readonly machines: readonly Machine[];
  readonly placement: Placement | undefined;
  /** The hosts that said what they have. */
  readonly answered: readonly SiteHost[];
  /** Whether others did not. */
  readonly isIncomplete: boolean;
}

/** The machine of a VM, with other definitions of it. It is away where a host that may have it is silent. */
export type Chosen =
  | { readonly is: "here"; readonly machine: Machine; readonly others: readonly Machine[] }
  | { readonly is: "away" | "absent" };

/**
 * Chooses the machine of a VM among the definitions of several hosts: a move or a recovery that was interrupted leaves
 * two. The one that runs wins, and else that of the first host that the record names.
 */
export async function chooseMachine(found: Found, signal: AbortSignal): Promise<Chosen> {
  const { machines, placement, answered, isIncomplete } = found;
  const order = placement?.hosts ?? [];
  const names = new Set(answered.map(({ knownName }) => knownName));
  const missing = (hosts: readonly string[]) => isIncomplete && hosts.some((host) => !names.has(host));
  const here = (machine: Machine): Chosen => ({
    is: "here",
    machine,
    others: machines.filter((other) => other !== machine),
  });
  const rankOf = ({ host }: Machine) => {
    const rank = order.indexOf(host.knownName ?? "");
    return rank === -1 ? order.length : rank;
  };
  const on = machines.filter(isOn);
  const running = on.length > 1 ? await runningOf(on, signal) : on;
  const [best] = (running.length > 0 ? running : on.length > 0 ? on : machines).toSorted(
    (a, b) => rankOf(a) - rankOf(b),
  );
  if (best === undefined) return { is: missing(order) ? "away" : "absent" };
  if (!isOn(best) && missing(order.slice(0, rankOf(best)))) return { is: "away" };
  return here(best);
}

/** While a machine moves, that of its target is paused. */
async function runningOf(machines: readonly Machine[], signal: AbortSignal): Promise<Machine[]> {
  const states = await Promise.all(
    machines.map(async ({ host, domain }) => {
      try {
        return (await host.client.call(procedures.domainGetState, { domain, flags: 0 }, signal)).state;
      } catch (error) {
        if (says(error, "noDomain")) return undefined;
        throw error;
      }
    }),
  );
  return machines.filter((_, index) => states[index] === RUNNING);
}
