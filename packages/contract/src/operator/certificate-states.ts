/** The states of a certificate that the installation obtains. */
export const CERTIFICATE_STATES = ["pending", "valid", "renewing", "failing", "expired"] as const;
export type CertificateState = (typeof CERTIFICATE_STATES)[number];
