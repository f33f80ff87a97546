import type { Metadata } from "next";
import { AdmissionsPage } from "@/billing/admissions-page.tsx";
import { ADMISSION_LIST, admissionsInput, pricesInput } from "@/billing/billing-queries.ts";
import { readListChoice } from "@/client/list.ts";
import { route } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "Admissions" };

export default route<PageProps<"/workspaces/[workspaceId]/billing/admissions">>(
  AdmissionsPage,
  ({ trpc, ask }, { workspaceId }, search) => [
    ask(trpc.admission.list.queryOptions(admissionsInput(workspaceId, readListChoice(ADMISSION_LIST, search)))),
    ask(trpc.sku.list.queryOptions(pricesInput(workspaceId))),
  ],
);
