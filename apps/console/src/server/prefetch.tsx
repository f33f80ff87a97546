import "server-only";
import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { headers } from "next/headers";
import { type ComponentType, cache, type ReactNode } from "react";
import { type FilterValues, firstPage, type List, type WorkspacePath } from "@/client/list.ts";
import { createQueryClient } from "@/client/query-client.ts";
import type { Question, Trpc } from "@/client/trpc.ts";
import { namesQuestion } from "@/shell/names-question.ts";
import { requestContext } from "./request-context.ts";
import { services } from "./services.ts";

/** Asks on the server what a page asks in the browser, so that the page appears with its rows. */
export interface Asking {
  /** Procedures called in this process, with the session of the page's request. */
  readonly trpc: Trpc;
  /** @returns the answer; undefined for a refusal, which the page itself will show */
  readonly ask: <Data>(question: Question<Data>) => Promise<Data | undefined>;
  /** Asks for the names of what was answered refers to; nothing where it refers to nothing. */
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

/** Renders its children with the answers to what was asked for them. */
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

/** What the path of a route says, of Next's own type of its props. */
type PathOf<Props> = Props extends { readonly params: Promise<infer Path extends object> } ? Path : never;

/** A route of Next's: the page, which gets what its path says, with the answers to what it asks first. */
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

/** The layout around the pages of one thing, with the answers to what they all ask. */
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

/** Asks for the first page of a list as the address narrows it, for the names its rows show, and for what stands beside. */
function askList<
  Path extends WorkspacePath,
  Row,
  Filters extends FilterValues,
  Sort extends string,
  Text extends string,
>(
  { trpc, ask, askNames }: Asking,
  list: List<Path, Row, Filters, Sort, Text>,
  path: Path,
  search: Search,
): readonly Promise<unknown>[] {
  const { refersTo } = list;
  return [
    ask(firstPage(list, trpc, path, search)).then((rows) => refersTo && askNames(path, rows?.items.flatMap(refersTo))),
    ...(list.beside?.(trpc, path) ?? []).map((question) => ask(question)),
  ];
}

/** The route of a list's page. */
export function listRoute<
  Path extends WorkspacePath,
  Row,
  Filters extends FilterValues,
  Sort extends string,
  Text extends string,
>(list: List<Path, Row, Filters, Sort, Text>, Page: ComponentType<Path>) {
  return route<{ params: Promise<Path> }>(Page, (request, path, search) => askList(request, list, path, search));
}
