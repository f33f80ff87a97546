import { listIn, WHOLE_LIST } from "@/client/list.ts";

/** The user's own events. */
export const recentEventList = listIn<object>()({
  ...WHOLE_LIST,
  pageSize: 10,
  ask: (trpc, _path, page) => trpc.account.events.queryOptions(page),
  onlyGrows: true,
});
