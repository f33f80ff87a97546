"use client";

import type { ChangeNews } from "@fulmar/contract";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { currentLiveness, setLiveness } from "@/client/live.ts";
import { useTRPC } from "@/client/trpc.ts";
import { affectedBy, affectedByAnything } from "./affected-queries.ts";
import { OperationEnds } from "./operation-ends.tsx";
import { watchChanges } from "./watch-changes.ts";
import { useWorkspace } from "./workspace.tsx";

/** Changes come in bursts, for example when an operation ends. They are collected for this long. */
const GATHER_MS = 150;
/** A query that never answers must not block the next refetch. */
const MOST_ROUND_MS = 5_000;

/**
 * Keeps the page up to date: receives the workspace's changes, refetches affected queries and announces ended
 * operations.
 */
export function LiveConnection() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  useEffect(() => {
    const ends = new OperationEnds(workspaceId, (operation_ids) =>
      queryClient.fetchQuery(
        trpc.activity.ended.queryOptions({ workspace_id: workspaceId, operation_ids }, { staleTime: 0, gcTime: 0 }),
      ),
    );
    const refetching = new Refetching(queryClient);
    const stop = watchChanges(workspaceId, {
      onNews(news) {
        setLiveness("live");
        refetching.add(news);
        const operationIds = news.changes.flatMap(({ topic, id }) => (topic === "operation" ? [id] : []));
        // If this query fails, the operations page still shows the result.
        ends.announceEnded(operationIds).catch(() => undefined);
      },
      onLost() {
        if (currentLiveness() === "lost") return;
        setLiveness("lost");
        // Pages poll often from now on. This triggers the first poll at once.
        refetching.add({ reset: true, changes: [] });
      },
    });
    return () => {
      stop();
      refetching.stop();
      setLiveness("starting");
    };
  }, [workspaceId, queryClient, trpc]);
  return null;
}

/**
 * Refetches outdated queries, one round at a time. Under constant changes, each round begins after the changes it
 * includes, and no round interrupts the previous one.
 */
class Refetching {
  readonly #queryClient: QueryClient;
  #pending: ChangeNews[] = [];
  #round: Promise<void> | undefined;
  #timer: number | undefined;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  add(news: ChangeNews) {
    if (!news.reset && news.changes.length === 0) return;
    this.#pending.push(news);
    if (this.#round === undefined && this.#timer === undefined)
      this.#timer = window.setTimeout(() => this.#begin(), GATHER_MS);
  }

  stop() {
    window.clearTimeout(this.#timer);
    this.#pending = [];
  }

  #begin() {
    const pending = this.#pending;
    this.#pending = [];
    this.#timer = undefined;
    const predicate = pending.some(({ reset }) => reset)
      ? affectedByAnything
      : affectedBy(pending.flatMap(({ changes }) => changes));
    const timeout = new Promise((resolve) => window.setTimeout(resolve, MOST_ROUND_MS));
    this.#round = Promise.race([this.#queryClient.invalidateQueries({ predicate }), timeout]).then(() => {
      this.#round = undefined;
      if (this.#pending.length > 0) this.#timer = window.setTimeout(() => this.#begin(), GATHER_MS);
    });
  }
}
