import { Lock } from "lucide-react";
import { ButtonLink } from "@/components/button.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Panel } from "@/components/problem-panel.tsx";

/** Shown to who may not see the pages of operators: why, and the way on. */
export function OperatorsOnly({ code, detail }: { code: string; detail: string }) {
  return (
    <>
      <PageHeader title="Operator" />
      <Panel icon={<Lock className="size-5" aria-hidden />} title="You do not have access">
        <p>{detail}</p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          {code === "second_factor_required" && (
            <ButtonLink href="/account/security" look="primary">
              Set up an authenticator
            </ButtonLink>
          )}
          <ButtonLink href="/">Back to your workspace</ButtonLink>
        </div>
      </Panel>
    </>
  );
}
