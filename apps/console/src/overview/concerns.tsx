"use client";

import type { Concern } from "@fulmar/contract";
import { BellRing, CircleAlert, Clock, Gauge, type LucideIcon, Wallet } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { formatStatus } from "@/client/format.ts";
import { DateTime } from "@/components/date-time.tsx";
import { type WorkspaceHref, workspaceHref } from "@/shell/destinations.ts";
import { resourcePage, titleOf } from "@/shell/resource-page.ts";
import { useWorkspace } from "@/shell/workspace.tsx";

interface Line {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly look: string;
  readonly href: WorkspaceHref;
  readonly name: string;
  readonly text: ReactNode;
}

/** The problems that need attention, worst first, each with a link to where it can be solved. */
export function Concerns({ concerns }: { concerns: readonly Concern[] }) {
  const { workspaceId } = useWorkspace();
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="mb-3 font-semibold text-base">
        Needs attention
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
        {concerns.map((concern) => {
          const { key, icon: Icon, look, href, name, text } = lineOf(workspaceId, concern);
          return (
            <li key={key} className="flex items-start gap-3 px-4 py-3">
              <Icon className={`mt-0.5 size-4 shrink-0 ${look}`} aria-hidden />
              <p className="min-w-0 [overflow-wrap:anywhere]">
                <Link href={href} className="rounded font-medium hover:underline">
                  {name}
                </Link>{" "}
                <span className="text-ink-muted">{text}</span>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function lineOf(workspaceId: string, concern: Concern): Line {
  const to = (page: string) => workspaceHref(workspaceId, page);
  switch (concern.kind) {
    case "suspended":
      return {
        ...{
          key: "suspended",
          icon: Wallet,
          look: "text-bad",
          href: to("billing"),
          name: "The organization is suspended",
        },
        text: `and can buy nothing: ${concern.reason}`,
      };
    case "failed": {
      const { type, id, name } = concern.resource;
      return {
        ...{
          key: `failed ${type} ${id}`,
          icon: CircleAlert,
          look: "text-bad",
          href: resourcePage(workspaceId, concern.resource),
          name,
        },
        text: `${titleOf(type)} has failed`,
      };
    }
    case "alert_fires": {
      const { id, name } = concern.resource;
      return {
        ...{
          key: `fires ${id}`,
          icon: BellRing,
          look: "text-bad",
          href: resourcePage(workspaceId, concern.resource),
          name,
        },
        text: (
          <>
            firing since <DateTime iso={concern.at} />
          </>
        ),
      };
    }
    case "secret_expires":
    case "certificate_expires": {
      const { type, id, name } = concern.resource;
      const what = concern.kind === "secret_expires" ? "Secret" : "Certificate of a domain";
      return {
        ...{
          key: `expires ${type} ${id}`,
          icon: Clock,
          look: "text-warn",
          href: resourcePage(workspaceId, concern.resource),
          name,
        },
        text: <Expiry what={what} at={concern.at} />,
      };
    }
    case "token_expires":
      return {
        ...{
          key: concern.token_id,
          icon: Clock,
          look: "text-warn",
          href: to(`api-tokens/${concern.token_id}`),
          name: concern.name,
        },
        text: <Expiry what="API token" at={concern.at} />,
      };
    case "quota":
      return {
        ...{
          key: `quota ${concern.resource}`,
          icon: Gauge,
          look: "text-warn",
          href: to("settings/quotas"),
          name: `Quota of ${formatStatus(concern.resource)}`,
        },
        text: `${concern.used} of ${concern.limit} used`,
      };
  }
}

function Expiry({ what, at }: { what: string; at: string }) {
  return (
    <>
      {what} {Date.parse(at) < Date.now() ? "expired" : "expires"} <DateTime iso={at} />
    </>
  );
}
