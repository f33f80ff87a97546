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

/** Changes come in bursts, as when an operation ends: so long a burst is waited for. */
const GATHER_MS = 150;
/** An answer that never comes does not keep the others from being asked for again. */
const MOST_ROUND_MS = 5_000;

/**
 * Keeps what is on the page true: hears what changes in the workspace, has old answers fetched again, and tells how
 * operations end.
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
        refetching.hear(news);
        const operationIds = news.changes.flatMap(({ topic, id }) => (topic === "operation" ? [id] : []));
        // What cannot be asked now is on the page of operations all the same.
        ends.hear(operationIds).catch(() => undefined);
      },
      onLost() {
        if (currentLiveness() === "lost") return;
        setLiveness("lost");
        // Pages ask often from now on; the first time at once.
        refetching.hear({ reset: true, changes: [] });
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
 * Has queries fetched again whose answers have become old. One round at a time: where changes never end, each round
 * begins after those that it shows, and none is cut short by the next.
 */
class Refetching {
  readonly #queryClient: QueryClient;
  #heard: ChangeNews[] = [];
  #round: Promise<void> | undefined;
  #timer: number | undefined;

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient;
  }

  hear(news: ChangeNews) {
    if (!news.reset && news.changes.length === 0) return;
    this.#heard.push(news);
    if (this.#round === undefined && this.#timer === undefined)
      this.#timer = window.setTimeout(() => this.#begin(), GATHER_MS);
  }

  stop() {
    window.clearTimeout(this.#timer);
    this.#heard = [];
  }

  #begin() {
    const heard = this.#heard;
    this.#heard = [];
    this.#timer = undefined;
    const predicate = heard.some(({ reset }) => reset)
      ? affectedByAnything
      : affectedBy(heard.flatMap(({ changes }) => changes));
    const patience = new Promise((resolve) => window.setTimeout(resolve, MOST_ROUND_MS));
    this.#round = Promise.race([this.#queryClient.invalidateQueries({ predicate }), patience]).then(() => {
      this.#round = undefined;
      if (this.#heard.length > 0) this.#timer = window.setTimeout(() => this.#begin(), GATHER_MS);
    });
  }
}
