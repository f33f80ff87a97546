import {
  type BalancedRequest,
  inOrder,
  type LoadBalancerListener,
  type LoadBalancerRule,
  routeRequest,
} from "@fulmar/contract";

/** The part of the configuration that decides a request: a listener's rule, its default pool, or none. */
export interface Decision {
  readonly listener: LoadBalancerListener | undefined;
  /** Undefined if the default pool decides. */
  readonly rule: LoadBalancerRule | undefined;
}

/** Finds the deciding rule: the first one that routes the request on its own (`routeRequest` of the contract). */
export function decisiveRule(listeners: readonly LoadBalancerListener[], request: BalancedRequest): Decision {
  const listener = listeners.find(
    ({ port, protocol }) => port === request.port && (protocol === "udp") === (request.transport === "udp"),
  );
  if (listener === undefined) return { listener, rule: undefined };
  const rule = inOrder(listener.rules).find(
    (candidate) => routeRequest([{ ...listener, default_pool_id: null, rules: [candidate] }], request).kind !== "none",
  );
  return { listener, rule };
}
