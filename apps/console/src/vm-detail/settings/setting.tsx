import type { ReactNode } from "react";

/** One thing that can be changed: what it is now, what changing it means, and the button. */
export function Setting({
  title,
  value,
  lead,
  children,
}: {
  title: string;
  value?: ReactNode;
  lead: string;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="font-semibold">{title}</h2>
        {value !== undefined && <div className="mt-0.5">{value}</div>}
        <p className="mt-0.5 text-ink-muted">{lead}</p>
      </div>
      {children}
    </section>
  );
}

export function SettingGroup({ children }: { children: ReactNode }) {
  return <div className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">{children}</div>;
}
