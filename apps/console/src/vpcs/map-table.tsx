"use client";

import { columnsOf, DataTable } from "@/components/data-table.tsx";

interface Row {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly address: string;
  readonly state: string;
  readonly place: string;
}

const column = columnsOf<Row>();

const columns = column.columns([
  column.display({
    id: "kind",
    header: "What",
    cell: ({ row: { original } }) => <span className="whitespace-nowrap text-ink-muted">{original.kind}</span>,
  }),
  column.display({ id: "name", header: "Name", cell: ({ row: { original } }) => original.name }),
  column.display({
    id: "address",
    header: "Address",
    cell: ({ row: { original } }) => <span className="font-mono text-[13px]">{original.address}</span>,
  }),
  column.display({ id: "state", header: "State", cell: ({ row: { original } }) => original.state }),
  column.display({ id: "place", header: "Where", cell: ({ row: { original } }) => original.place }),
]);

/** What the map shows, in lines: for those who cannot see it, and to copy from. */
export function MapTable({ rows }: { rows: readonly Row[] }) {
  return <DataTable label="The map as a table" columns={columns} rows={rows} keyOf={({ key }) => key} />;
}
