import { alertRuleQuestion } from "@/alerts/alert-queries.ts";
import { AlertRuleFrame } from "@/alerts/alert-rule-frame.tsx";
import { layout } from "@/server/prefetch.tsx";

export default layout<LayoutProps<"/workspaces/[workspaceId]/alert-rules/[alertRuleId]">>(
  AlertRuleFrame,
  ({ trpc, ask }, path) => [ask(alertRuleQuestion(trpc, path))],
);
