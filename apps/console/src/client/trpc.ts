// The browser's end of tRPC, of its library's types and the keys that its server side writes (`createTRPCOptionsProxy`
// in server/prefetch.tsx), without its code: the library's client brings web sockets and streams along, 13 KB of a
// page's first 200. The cast below says what the types of the router already prove.
import type { AppRouter } from "@fulmar/trpc";
import type { TRPCClient } from "@trpc/client";
import type { TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { mutate, query } from "./call.ts";

type Options = Readonly<Record<string, unknown>>;

/** What is asked of a procedure, or of a whole router: the last name of a path. */
const VERBS = {
  queryOptions: (path: readonly string[], input: unknown, options: Options = {}) => ({
    ...options,
    queryKey: [path, { ...(input !== undefined && { input }), type: "query" }],
    queryFn: () => query(path.join("."), input),
  }),
  mutationOptions: (path: readonly string[], options: Options = {}) => ({
    ...options,
    mutationKey: [path],
    mutationFn: (input: unknown) => mutate(path.join("."), input),
  }),
  pathFilter: (path: readonly string[], filter: Options = {}) => ({ ...filter, queryKey: [path] }),
  query: (path: readonly string[], input: unknown) => query(path.join("."), input),
  mutate: (path: readonly string[], input: unknown) => mutate(path.join("."), input),
  queryKey: (path: readonly string[], input: unknown) => [
    path,
    { ...(input !== undefined && { input }), type: "query" },
  ],
};

function isVerb(name: string): name is keyof typeof VERBS {
  return Object.hasOwn(VERBS, name);
}

/** `trpc.cloudVm.list.queryOptions(…)`: names are gathered until one is a verb. */
function namesFrom(path: readonly string[]): unknown {
  return new Proxy(
    {},
    {
      get(_target, name) {
        if (typeof name !== "string") return undefined;
        if (!isVerb(name)) return namesFrom([...path, name]);
        const verb: (path: readonly string[], ...rest: never[]) => unknown = VERBS[name];
        return (...rest: never[]) => verb(path, ...rest);
      },
    },
  );
}

const trpc = namesFrom([]) as TRPCOptionsProxy<AppRouter> & TRPCClient<AppRouter>;

/** The procedures of the console's server, as options for TanStack Query. */
export function useTRPC(): TRPCOptionsProxy<AppRouter> {
  return trpc;
}

/** The same, to be called at once: for what is asked when somebody presses, and kept nowhere. */
export function useTRPCClient(): TRPCClient<AppRouter> {
  return trpc;
}
