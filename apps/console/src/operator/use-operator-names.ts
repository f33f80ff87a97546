"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { ALL_OPERATORS } from "./operator-queries.ts";

/** The names of operators by their ids. */
export function useOperatorNames(enabled = true): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...useTRPC().operator.list.queryOptions(ALL_OPERATORS), enabled });
  return new Map(data?.items.map(({ user_id, name }) => [user_id, name]));
}
