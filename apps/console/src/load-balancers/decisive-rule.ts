import {
  type BalancedRequest,
  inOrder,
  type LoadBalancerListener,
  type LoadBalancerRule,
  routeRequest,
} from "@fulmar/contract";

/** Which part of the configuration decides about a request: a listener's rule, its default pool, or nothing. */
export interface Decision {
  readonly listener: LoadBalancerListener | undefined;
  /** Undefined where the default pool decides. */
  readonly rule: LoadBalancerRule | undefined;
}

/** The first of the rules that leads somewhere by itself is the one that decides (`routeRequest` of the contract). */
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
