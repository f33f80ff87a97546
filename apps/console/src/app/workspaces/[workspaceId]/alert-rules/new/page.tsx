import type { Metadata } from "next";
import { ruleFormQuestions } from "@/alerts/alert-queries.ts";
import { CreateAlertRulePage } from "@/alerts/create-alert-rule-page.tsx";
import { Prefetched } from "@/server/prefetch.tsx";

export const metadata: Metadata = { title: "New alert rule" };

export default async function NewAlertRulePage({
  params,
  searchParams,
}: PageProps<"/workspaces/[workspaceId]/alert-rules/new">) {
  const [path, search] = await Promise.all([params, searchParams]);
  const textOf = (name: string) => (typeof search[name] === "string" ? search[name] : undefined);
  return (
    <Prefetched load={({ trpc, ask }) => ruleFormQuestions(trpc, path).map((question) => ask(question))}>
      <CreateAlertRulePage metric={textOf("metric")} resourceId={textOf("resource_id")} />
    </Prefetched>
  );
}
