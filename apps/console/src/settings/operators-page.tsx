"use client";

import type { SiteHealth } from "@fulmar/contract";
import { PromptLink } from "@/components/prompt-link.tsx";
import { useProfile } from "@/shell/profile.tsx";

/**
 * Who does something about a site: operators, who have a link to their page of it.
 * @param path below the page of the site
 * @param task what they do, such as "resumes it"
 */
export function OperatorsPage({
  site: { site_id, name },
  path,
  task,
}: {
  readonly site: Pick<SiteHealth, "site_id" | "name">;
  readonly path: "" | "/unknown";
  readonly task: string;
}) {
  const { operator_role } = useProfile();
  if (operator_role === null) return <p className="text-ink-muted">{`Who operates the installation ${task}.`}</p>;
  return (
    <PromptLink href={`/operator/sites/${site_id}${path}`} className="rounded text-accent hover:underline">
      {`${name} on the pages of operators`}
    </PromptLink>
  );
}
