import type { OperatorOverview } from "@fulmar/contract";
import Link from "next/link";
import { Section } from "@/components/facts.tsx";

type Step = OperatorOverview["set_up"][number];

interface Advice {
  readonly title: string;
  readonly how: string;
  readonly link?: {
    readonly href: `/operator/${"catalog" | "prices/standard" | "sites" | "tax"}`;
    readonly label: string;
  };
}

const CATALOG = { href: "/operator/catalog", label: "Catalog" } as const;

const PRICES = { href: "/operator/prices/standard", label: "Prices" } as const;

const ADVICE: Readonly<Record<Step["step"], Advice>> = {
  site: {
    title: "Add a site",
    how: "There is none that is open, so nothing can be created.",
    link: { href: "/operator/sites", label: "Sites" },
  },
  plan: {
    title: "Make plans",
    how: "There is none, so nobody can create a VM. Make your own, or import a catalog.",
    link: CATALOG,
  },
  image: {
    title: "Bring an image to a site",
    how: "No site has one, so nobody can create a VM. A worker fetches it from a URL.",
    link: CATALOG,
  },
  plan_site: {
    title: "Choose where plans are sold",
    how: "No site sells them: choose their sites, or retire them.",
    link: CATALOG,
  },
  plan_price: {
    title: "Set the prices of plans",
    how: "They are listed, and not sold until they have a price.",
    link: PRICES,
  },
  product_price: {
    title: "Set the prices of products",
    how: "They are not sold until they have a price.",
    link: PRICES,
  },
  seller: {
    title: "Say who invoices are from",
    how: "Invoices have no seller.",
    link: { href: "/operator/tax", label: "Tax" },
  },
};

/** What is left to do before this installation sells all that it lists. */
export function SetUpSteps({ steps }: { readonly steps: readonly Step[] }) {
  if (steps.length === 0) return null;
  return (
    <Section title="Set up" lead="What is left to do before customers can buy all that is listed.">
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
        {steps.map(({ step, ids }) => {
          const { title, how, link } = ADVICE[step];
          return (
            <li key={step} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3">
              <div className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
                <p className="font-medium">{title}</p>
                <p className="text-ink-muted">{how}</p>
                {ids.length > 0 && <p className="mt-1 font-mono text-ink-muted text-xs">{ids.join(", ")}</p>}
              </div>
              {link && (
                <Link href={link.href} className="text-accent hover:underline">
                  {link.label}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
