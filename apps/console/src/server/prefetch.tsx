import "server-only";
import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import { type ComponentType, cache, type ReactNode } from "react";
import { type FilterValues, firstPage, type List, namesQuestion, type WorkspacePath } from "@/client/list.ts";
import { createQueryClient } from "@/client/query-client.ts";
import type { Question, Trpc } from "@/client/trpc.ts";
import { requestContext } from "./request-context.ts";
import { services } from "./services.ts";

/** Runs a page's queries on the server, so that the page renders with its data. */
export interface Asking {
  /** Procedures called in this process with the session of the page's request. */
  readonly trpc: Trpc;
  /** @returns the answer, or undefined for a refusal, which the page itself shows */
  readonly ask: <Data>(question: Question<Data>) => Promise<Data | undefined>;
  /** Prefetches the names of referenced resources. Does nothing if there are none. */
  readonly askNames: (path: WorkspacePath, ids: readonly (string | null)[] | undefined) => Promise<unknown>;
}

const asking = cache(() => {
  const queryClient = createQueryClient();
  const trpc = createTRPCOptionsProxy({
    ctx: async () => requestContext(await headers(), new AbortController().signal),
    router: services().router,
    queryClient,
  });
  const ask = async <Data,>(question: Question<Data>) => {
    await queryClient.prefetchQuery(question);
    return queryClient.getQueryData<Data>(question.queryKey);
  };
  const askNames = async ({ workspaceId }: WorkspacePath, ids: readonly (string | null)[] = []) =>
    ids.some((id) => id !== null) && ask(namesQuestion(trpc, { workspaceId }, ids));
  return { queryClient, asking: { trpc, ask, askNames } satisfies Asking };
});

/** Renders its children with prefetched queries. */
export async function Prefetched({
  load,
  children,
}: {
  load: (asking: Asking) => readonly Promise<unknown>[];
  children: ReactNode;
}) {
  const { queryClient, asking: request } = asking();
  await Promise.all(load(request));
  return <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>;
}

type Search = Readonly<Record<string, string | string[] | undefined>>;

/** The path parameters of a route, inferred from Next's type of its props. */
type PathOf<Props> = Props extends { readonly params: Promise<infer Path extends object> } ? Path : never;

/** Creates a Next route from a page: it passes the path parameters as props and prefetches the page's first queries. */
export function route<Props>(
  Page: ComponentType<PathOf<Props>>,
  load: (asking: Asking, path: PathOf<Props>, search: Search) => readonly Promise<unknown>[],
) {
  return async ({ params, searchParams }: { params: Promise<PathOf<Props>>; searchParams: Promise<Search> }) => {
    const search = await searchParams;
    return params.then((path) => (
      <Prefetched load={(request) => load(request, path, search)}>
        <Page {...path} />
      </Prefetched>
    ));
  };
}

/** Creates a Next layout for a resource's pages and prefetches the queries that they share. */
export function layout<Props>(
  Frame: ComponentType<PathOf<Props> & { readonly children: ReactNode }>,
  load: (asking: Asking, path: PathOf<Props>) => readonly Promise<unknown>[],
) {
  return ({ params, children }: { params: Promise<PathOf<Props>>; children: ReactNode }) =>
    params.then((path) => (
      <Prefetched load={(request) => load(request, path)}>
        <Frame {...path}>{children}</Frame>
      </Prefetched>
    ));
}

/**
 * Prefetches the first page of a list with the address's filters, the names in its rows and the page's other queries.
 */
export function askList<
  Path extends WorkspacePath,
  Row,
  Filters extends FilterValues,
  Sort extends string,
  Text extends string,
  Several extends string,
>(
  { trpc, ask, askNames }: Asking,
  list: List<Path, Row, Filters, Sort, Text, Several>,
  path: Path,
  search: Search,
): readonly Promise<unknown>[] {
  const { refersTo } = list;
  return [
    ask(firstPage(list, trpc, path, search)).then((rows) => refersTo && askNames(path, rows?.items.flatMap(refersTo))),
    ...(list.beside?.(trpc, path) ?? []).map((question) => ask(question)),
  ];
}

/** Creates the route of a list's page. */
export function listRoute<
  Path extends WorkspacePath,
  Row,
  Filters extends FilterValues,
  Sort extends string,
  Text extends string,
  Several extends string,
>(list: List<Path, Row, Filters, Sort, Text, Several>, Page: ComponentType<Path>) {
  return route<{ params: Promise<Path> }>(Page, (request, path, search) => askList(request, list, path, search));
}
