import type { ComponentProps } from "react";
import { TextArea } from "@/components/field.tsx";

const LABELS = { client_cert: "Client certificate", client_key: "Client key", server_cert: "Server certificate" };
type CertificateField = keyof typeof LABELS;

type FieldProps = Omit<ComponentProps<typeof TextArea>, "label" | "hint" | "autoComplete" | "spellCheck">;

/** The certificates of the connection to a site's server, in PEM. */
export function CertificateFields({
  field,
  client,
  server,
}: {
  field: (name: CertificateField) => FieldProps;
  /** When the client's certificate is needed, and what it is. */
  client: string;
  /** Which of the server's certificates is meant. */
  server: string;
}) {
  const hints: Readonly<Record<CertificateField, string>> = {
    client_cert: client,
    client_key: "The key of that certificate, in PEM. It is stored sealed, and never shown.",
    server_cert: server,
  };
  return (["client_cert", "client_key", "server_cert"] as const).map((name) => (
    <TextArea
      key={name}
      label={LABELS[name]}
      autoComplete="off"
      spellCheck={false}
      hint={hints[name]}
      {...field(name)}
    />
  ));
}
