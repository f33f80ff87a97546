import type { Rows } from "@/client/list.ts";
import type { Question, Trpc } from "@/client/trpc.ts";

/** The API counts nothing: the overview counts the rows of one page. */
export const MOST_COUNTED = 100;
const limit = MOST_COUNTED;

interface Counted {
  readonly label: string;
  readonly href: `/operator/${"organizations" | "organizations?suspended=true" | "operators" | "tokens"}`;
  readonly question: (trpc: Trpc) => Question<Rows<unknown>>;
}

/** The numbers of the overview, each with its list. Server and browser ask the same. */
export const COUNTED: readonly Counted[] = [
  {
    label: "Organizations",
    href: "/operator/organizations",
    question: (trpc) => trpc.operatorOrganization.list.queryOptions({ limit }),
  },
  {
    label: "Suspended",
    href: "/operator/organizations?suspended=true",
    question: (trpc) => trpc.operatorOrganization.list.queryOptions({ limit, suspended: true }),
  },
  {
    label: "Operators",
    href: "/operator/operators",
    question: (trpc) => trpc.operator.list.queryOptions({ limit }),
  },
  {
    label: "Tokens",
    href: "/operator/tokens",
    question: (trpc) => trpc.operatorToken.list.queryOptions({ limit }),
  },
];
