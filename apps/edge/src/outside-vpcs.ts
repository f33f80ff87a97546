import type { ApplyFailure, Engine } from "./engine.ts";

const REFUSAL =
  "The edges of this site do not reach into VPCs; create the load balancer without a VPC, and name its VMs.";

/**
 * An engine of a front host. An address within a VPC means another machine in the host's own network, which may be the
 * operator's, so load balancers in a VPC are refused.
 */
export function outsideVpcs(engine: Engine<"load_balancer">): Engine<"load_balancer"> {
  return {
    ...{ kinds: engine.kinds, server: engine.server },
    async apply({ documents, changed }, signal) {
      const refused = [...documents.values()].filter(({ body }) => body.subnetId !== null);
      const failures = refused.map(
        ({ kind, id, revision }): ApplyFailure => ({ kind, id, revision, message: REFUSAL }),
      );
      const served = new Map([...documents].filter(([, { body }]) => body.subnetId === null));
      return [...failures, ...(await engine.apply({ documents: served, changed }, signal))];
    },
    health: () => engine.health(),
    usage: () => engine.usage(),
    close: () => engine.close(),
  };
}
