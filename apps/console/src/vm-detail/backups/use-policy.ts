"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { refreshEvery } from "@/client/live.ts";
import { problemOf } from "@/client/problem.ts";
import { useVm } from "../vm-place.tsx";

/**
 * The VM's backup policy. There is none until backups are enabled for the first time, which is not an error here:
 * `none` says so.
 */
export function usePolicy() {
  const { procedures, target } = useVm();
  const query = useQuery({ ...procedures.policy.get.queryOptions(target), refetchInterval: refreshEvery(false) });
  // While it is asked again, a query without data forgets its error: what there was not stays not there until there is
  // something.
  const missing = query.error !== null && problemOf(query.error).kind === "not_found";
  const [none, setNone] = useState(missing);
  if (missing && !none) setNone(true);
  if (query.data !== undefined && none) setNone(false);
  return { query, policy: query.data, none };
}
