import { MOST_LINE_GBITS } from "@fulmar/contract";
import type { UsageBatch } from "@fulmar/edge-protocol";
import { z } from "zod";

export const LineGbits = z.int().min(1).max(MOST_LINE_GBITS);

/** The least that a request takes of a line: that of HTTP/2, whose headers are all in its tables. */
const LEAST_BYTES_OF_A_REQUEST = 10;

type Counts = Readonly<Record<"requests" | "sent" | "received" | "hits" | "answers" | "errors", number>>;

/**
 * How many bytes a line carried at least in one direction, if a batch is true. A load balancer's listeners and its
 * targets count the same traffic twice, each on their own side.
 */
export function leastLineBytes({ distributions, loadBalancers }: UsageBatch): number {
  const ofBalancers = loadBalancers.map(({ part, requests, bytesReceived, bytesSent, statuses, errors }) => ({
    part,
    ...{ requests, sent: bytesSent, received: bytesReceived, hits: 0, answers: answersOf(statuses), errors },
  }));
  const ofDistributions = distributions.map(({ bytes, requests, cacheHits, statuses }) => ({
    ...{ requests, sent: bytes, received: 0, hits: cacheHits, answers: answersOf(statuses), errors: 0 },
  }));
  const of = (wanted: "listener" | "target") => ofBalancers.filter(({ part }) => part === wanted);
  return Math.max(carried([...ofDistributions, ...of("listener")]), carried(of("target")));
}

function carried(all: readonly Counts[]): number {
  const sum = (name: keyof Counts) => all.reduce((total, counts) => total + counts[name], 0);
  const requests = Math.max(sum("requests"), sum("hits"), sum("answers"), sum("errors"));
  return Math.max(sum("sent"), sum("received"), requests * LEAST_BYTES_OF_A_REQUEST);
}

function answersOf(statuses: Readonly<Record<string, number>>): number {
  return Object.values(statuses).reduce((total, count) => total + count, 0);
}
