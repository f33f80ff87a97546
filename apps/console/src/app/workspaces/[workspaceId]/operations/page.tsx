import type { Metadata } from "next";
import { OperationListPage } from "@/operations/operation-list.tsx";
import { operationList } from "@/operations/operation-queries.ts";
import { listRoute } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Operations" };

export default listRoute(operationList, OperationListPage);
