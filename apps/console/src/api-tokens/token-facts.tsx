"use client";

import { ALL_SCOPES, type ApiTokenRecord } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts } from "@/components/facts.tsx";
import { TokenExpiry } from "./token-expiry.tsx";
import { TokenScopes } from "./token-scopes.tsx";
import { TokenLastUse } from "./token-use.tsx";
import { TokenWorkspaces } from "./token-workspaces.tsx";

/** What a token is, and what is known of its use. */
export function TokenFacts({ token }: { token: ApiTokenRecord }) {
  return (
    <Facts
      label="Token"
      facts={[
        ["Id", <Copyable key="id" text={token.token_id} label="id" />],
        ["Value", <span key="value" className="font-mono text-xs">{`${token.prefix}…`}</span>],
        ["Workspaces", <TokenWorkspaces key="workspaces" token={token} />],
        ["Last used", <TokenLastUse key="used" token={token} />],
        ["Expires", <TokenExpiry key="expires" expiresAt={token.expires_at} />],
        ["Created", <Created key="created" token={token} />],
        [
          "Rotated",
          token.rotated_at === null ? (
            <None key="rotated" text="never" />
          ) : (
            <DateTime key="rotated" iso={token.rotated_at} />
          ),
        ],
        [
          "Allowed IP ranges",
          token.allowed_ip_ranges.length === 0 ? (
            <None key="ranges" text="anywhere" />
          ) : (
            <List key="ranges" items={token.allowed_ip_ranges} />
          ),
        ],
        [
          "Refused from elsewhere",
          token.allowed_ip_ranges.length === 0 ? null : <Refused key="refused" token={token} />,
        ],
        [
          "Scopes",
          token.scopes.length === ALL_SCOPES.length ? (
            <TokenScopes key="scopes" scopes={token.scopes} />
          ) : (
            <List key="scopes" items={token.scopes} />
          ),
        ],
      ]}
    />
  );
}

function Created({ token }: { token: ApiTokenRecord }) {
  return (
    <>
      <DateTime iso={token.created_at} />{" "}
      <span className="text-ink-subtle">
        {token.created_by === null ? "on the command line" : `by ${token.created_by}`}
      </span>
    </>
  );
}

/** Somebody who has the value and is not where they should be: perhaps the value is lost. */
function Refused({ token: { last_refused } }: { token: ApiTokenRecord }) {
  if (last_refused === null) return <None text="never" />;
  return (
    <span className="text-warn">
      <DateTime iso={last_refused.at} />{" "}
      {last_refused.ip !== null && <span className="font-mono text-xs">from {last_refused.ip}</span>}
    </span>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1">
      {items.map((item) => (
        <li key={item} className="rounded bg-quiet-soft px-1.5 py-0.5 font-mono text-xs">
          {item}
        </li>
      ))}
    </ul>
  );
}

function None({ text }: { text: string }) {
  return <span className="text-ink-subtle">{text}</span>;
}
