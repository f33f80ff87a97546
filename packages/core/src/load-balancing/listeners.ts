import { routeRequest } from "@fulmar/contract";
import type { Handler } from "../request/context.ts";
import { newId } from "../request/identifiers.ts";
import { changeConfiguration } from "./configuration.ts";
import {
  changed,
  pageOfParts,
  requireConfiguration,
  requireListener,
  requirePoolsOf,
  withListener,
} from "./configuration-parts.ts";

export const listListeners: Handler<"loadBalancerListener.list"> = async (context, { load_balancer_id, ...page }) => {
  const { listeners } = await requireConfiguration(context, load_balancer_id);
  return pageOfParts(listeners, page, "listener", ({ listener_id }) => listener_id);
};

export const createListener: Handler<"loadBalancerListener.create"> = (context, { load_balancer_id, ...settings }) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const listener = { listener_id: newId("listener"), ...settings };
    requirePoolsOf(listener, before);
    return { after: withListener(before, listener), result: listener, changed: listener.listener_id };
  });

export const getListener: Handler<"loadBalancerListener.get"> = async (context, { load_balancer_id, listener_id }) =>
  requireListener(await requireConfiguration(context, load_balancer_id), listener_id);

export const updateListener: Handler<"loadBalancerListener.update"> = (
  context,
  { load_balancer_id, listener_id, ...change },
) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const listener = changed(requireListener(before, listener_id), change);
    requirePoolsOf(listener, before);
    return { after: withListener(before, listener), result: listener, changed: listener_id };
  });

export const deleteListener: Handler<"loadBalancerListener.delete"> = (context, { load_balancer_id, listener_id }) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    requireListener(before, listener_id);
    const listeners = before.listeners.filter((listener) => listener.listener_id !== listener_id);
    return { after: { ...before, listeners }, result: { status: "deleted", id: listener_id } };
  });

export const getRoute: Handler<"loadBalancer.route"> = async (context, { load_balancer_id, ...request }) => {
  const { listeners } = await requireConfiguration(context, load_balancer_id);
  const route = routeRequest(listeners, request);
  return {
    pool_id: route.kind === "pool" ? route.poolId : null,
    redirect: route.kind === "redirect" ? { location: route.location, status: route.status } : null,
  };
};
