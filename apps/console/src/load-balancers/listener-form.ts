import type { LoadBalancerListener } from "@fulmar/contract";
import { chosen, defineForm, type FormInUse, nullableText, number, rows, text, texts } from "@/client/form.ts";

export const USUAL_PORT = { http: "80", https: "443" } as const;
export const putListener = defineForm(
  async () => (await import("@fulmar/contract/load-balancing")).loadBalancerListenerCreate.body,
  {
    name: text(),
    protocol: chosen<LoadBalancerListener["protocol"]>("http"),
    port: number(USUAL_PORT.http),
    store_id: chosen(""),
    // The secret's id.
    certificate: chosen(""),
    additional_certificates: rows((secret: { store_id: string; secret_id: string }) => secret),
    domains: texts(/[\s,]+/),
    idle_timeout_seconds: number("60"),
    default_pool_id: nullableText,
  },
  ({ store_id, certificate, additional_certificates, domains, ...body }) => ({
    ...body,
    ...(body.protocol === "https"
      ? {
          certificate: certificate === "" ? null : { store_id, secret_id: certificate },
          additional_certificates,
          domains,
        }
      : { certificate: null, additional_certificates: [], domains: [] }),
  }),
);
export type ListenerForm = FormInUse<typeof putListener>;

export const listenerValues = (listener: LoadBalancerListener): typeof putListener.initial => ({
  ...{ name: listener.name, protocol: listener.protocol, port: String(listener.port) },
  ...{ store_id: listener.certificate?.store_id ?? "", certificate: listener.certificate?.secret_id ?? "" },
  additional_certificates: listener.additional_certificates,
  domains: listener.domains.join("\n"),
  idle_timeout_seconds: String(listener.idle_timeout_seconds),
  default_pool_id: listener.default_pool_id ?? "",
});
