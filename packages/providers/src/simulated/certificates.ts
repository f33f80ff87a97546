import type { CertificatePort } from "../certificate-port.ts";
import type { World } from "./world.ts";

// One that lasts long enough stays.
const OBTAIN = `INSERT INTO simulated.certificate AS c (domain, expires_at) VALUES ($1, now() + interval '90 days')
    ON CONFLICT (domain) DO UPDATE
   SET expires_at = CASE WHEN c.expires_at > now() + $2::float8 * interval '1 millisecond' THEN c.expires_at ELSE excluded.expires_at END
  RETURNING expires_at`;

/** An authority that issues at once, for 90 days. */
export function simulatedCertificates(world: World): CertificatePort {
  return {
    async obtain(domain: string, renewBeforeMs: number, signal: AbortSignal) {
      const [row] = await world.query<{ expires_at: Date }>(
        "certificate_obtain",
        OBTAIN,
        [domain, renewBeforeMs],
        signal,
      );
      return row && { expiresAt: row.expires_at };
    },
  };
}
