import type { CdnDnsRecord } from "@fulmar/contract";
import { Copyable } from "@/components/copyable.tsx";

/** The records to set where the domain's DNS is kept. @param done they are there already */
export function DnsRecords({ records, done }: { records: readonly CdnDnsRecord[]; done: boolean }) {
  return (
    <div>
      <p className="mb-2">{done ? "These DNS records must stay:" : "Set these DNS records:"}</p>
      {/* Narrow screens scroll the table sideways; the region takes the focus, so that the keyboard can scroll it too. */}
      <section
        aria-label="DNS records"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
        tabIndex={0}
        className="relative overflow-x-auto rounded-lg border border-line bg-canvas"
      >
        <table className="w-full border-collapse text-left">
          <thead className="border-line border-b text-ink-muted text-xs">
            <tr>
              {["Type", "Name", "Value"].map((title) => (
                <th key={title} scope="col" className="h-8 px-4 font-medium">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {records.map(({ type, name, value }) => (
              <tr key={type}>
                <td className="h-10 px-4">{type}</td>
                <td className="whitespace-nowrap px-4">
                  <Copyable text={name} label={`${type} name`} />
                </td>
                <td className="whitespace-nowrap px-4">
                  <Copyable text={value} label={`${type} value`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
