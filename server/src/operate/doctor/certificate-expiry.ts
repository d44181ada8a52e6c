import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { CERTIFICATE_ANSWER_LIMIT_MS } from '../../lib/limits/set-up-checks.ts';

/** Returns null if no certificate arrives in time. Does not verify it, as an expired one counts too. */
export function fetchCertificateExpiry({ hostname, port }: URL): Promise<Date | null> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: port === '' ? 443 : Number(port),
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
    });
    const end = (expiresAt: Date | null) => {
      resolve(expiresAt);
      socket.destroy();
    };
    socket.setTimeout(CERTIFICATE_ANSWER_LIMIT_MS, () => end(null));
    socket.once('error', () => end(null));
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      const expiresAt = new Date(validTo);
      end(Number.isNaN(expiresAt.getTime()) ? null : expiresAt);
    });
  });
}
