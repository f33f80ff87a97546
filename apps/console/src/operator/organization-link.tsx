import Link from "next/link";

/** The organization of a row, with a link to its page, and a workspace of it. */
export function OrganizationLink({ id, name, workspace }: { id: string; name: string; workspace?: string | null }) {
  return (
    <div className="min-w-32 py-2 [overflow-wrap:anywhere]">
      <Link href={`/operator/organizations/${id}`} prefetch={false} className="rounded hover:underline">
        {name}
      </Link>
      {workspace != null && <div className="text-ink-muted text-xs leading-4">{workspace}</div>}
    </div>
  );
}
