"use client";

import { useQuery } from "@tanstack/react-query";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { columnsOf, DataTable, hiddenTitle } from "@/components/data-table.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { DialogButton } from "@/components/dialog-button.tsx";
import { Section } from "@/components/facts.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PromptLink } from "@/components/prompt-link.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { useOperatorRefusal } from "../use-refusal.ts";
import { hourText, type Time, TimeBadge, withTimes } from "./hours.tsx";

const SetPriceBook = onDemand(async () => (await import("./set-price-book.tsx")).SetPriceBook);

interface Row {
  readonly organization_id: string;
  readonly book_id: string;
  /** The book's name. */
  readonly name: string;
  readonly valid_from: string;
  readonly time: Time;
}

const column = columnsOf<Row>();
const columns = [
  column("book", "Price book", ({ book_id, name }) => (
    <PromptLink
      href={`/operator/prices/${book_id}`}
      className="rounded font-medium [overflow-wrap:anywhere] hover:underline"
    >
      {name}
    </PromptLink>
  )),
  column("from", "From, UTC", ({ valid_from }) => (
    <span className="whitespace-nowrap tabular-nums">{hourText(valid_from)}</span>
  )),
  column("time", "State", ({ time }) => <TimeBadge time={time} />),
  column("actions", hiddenTitle("Actions"), (row) => <AssignmentMenu row={row} />),
];

/** What has begun stays. */
function AssignmentMenu({ row }: { row: Row }) {
  const { organization_id, valid_from, name, time } = row;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const role = useOperatorRefusal();
  const begun = time === "future" ? null : "It has begun, so it stays; set the book that follows it.";
  const words = `${name} from ${hourText(valid_from)}`;
  return (
    <DeleteAction
      deletion={trpc.operatorOrganization.removePriceBook}
      input={{ organization_id, valid_from }}
      plan={trpc.changePlan.operatorOrganization.removePriceBook}
      onDeleted={() => changed(`Took back the price book ${words}`)}
      verb="Take back"
      what="price book"
      name={words}
      lead="The prices before it go on."
      refusal={role ?? begun}
      row={words}
    />
  );
}

/** Which prices an organization had, has and will have. */
export function OrganizationPrices({ organizationId, name }: { organizationId: string; name: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.operatorOrganization.priceBooks.queryOptions({ organization_id: organizationId }));
  const { data: books } = useQuery(trpc.operatorPriceBook.list.queryOptions());
  const names = new Map(books?.map((book) => [book.book_id, book.name]));
  return (
    <Section
      title="Prices"
      lead="The price books that it had, has and will have."
      actions={
        <DialogButton
          refusal={useOperatorRefusal()}
          dialog={(state) => <SetPriceBook organizationId={organizationId} name={name} {...state} />}
        >
          Set price book
        </DialogButton>
      }
    >
      <Loaded query={query} skeleton={<BlockSkeleton />}>
        {(assignments) =>
          assignments.length === 0 ? (
            <p className="text-ink-muted">It has the standard prices.</p>
          ) : (
            <DataTable
              label="Price books of the organization"
              columns={columns}
              rows={withTimes(assignments).map((row) => ({
                ...row,
                organization_id: organizationId,
                name: names.get(row.book_id) ?? row.book_id,
              }))}
              keyOf={({ valid_from }) => valid_from}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
