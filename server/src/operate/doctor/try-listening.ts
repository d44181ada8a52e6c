import { createServer, isIP } from 'node:net';
import { connect } from 'node:tls';
import {
  CERTIFICATE_ANSWER_LIMIT_MS,
  LISTENING_ANSWER_LIMIT_MS,
  LISTENING_READ_MAX_BYTES,
} from '../../lib/limits/operate.ts';

/** `orgdesk`: a running instance uses the address. `shared`: not tried, because instances may share it. */
type ListenOutcome =
  | { readonly kind: 'free' | 'orgdesk' | 'shared' | 'taken' }
  /** The system's error code. */
  | { readonly kind: 'refused'; readonly code: string };

export interface ListenAddress {
  readonly prefix: '' | 'METRICS_';
  readonly host: string;
  readonly port: number;
  readonly outcome: ListenOutcome;
}

/** Tries the listen addresses and frees them at once. */
export interface ListenChecks {
  tryListening(): Promise<readonly ListenAddress[]>;
}

interface ListenSettings {
  readonly host: string;
  readonly port: number;
  readonly reusePort: boolean;
  readonly metricsHost: string;
  readonly metricsPort: number | null;
}

/** `findsOrgdesk` checks whether orgdesk itself uses a taken address. */
export function createListenChecks(
  { host, port, reusePort, metricsHost, metricsPort }: ListenSettings,
  { findsOrgdesk }: { readonly findsOrgdesk: boolean },
): ListenChecks {
  const metrics =
    metricsPort === null
      ? []
      : [{ prefix: 'METRICS_', host: metricsHost, port: metricsPort, path: '/metrics' } as const];
  const addresses = [{ prefix: '', host, port, path: '/healthz' } as const, ...metrics];
  return {
    tryListening: () =>
      Promise.all(
        addresses.map(async ({ path, ...target }) => {
          if (reusePort && target.prefix === '') return { ...target, outcome: { kind: 'shared' } };
          const outcome = await tryOnce(target);
          // Without permission for a low port, the system does not report whether it is taken.
          const isOurs = findsOrgdesk && mayBeTaken(outcome) && (await isOrgdesk(target, path));
          return { ...target, outcome: isOurs ? { kind: 'orgdesk' } : outcome };
        }),
      ),
  };
}

const mayBeTaken = (outcome: ListenOutcome): boolean =>
  outcome.kind === 'taken' || (outcome.kind === 'refused' && outcome.code === 'EACCES');

interface ListenTarget {
  readonly host: string;
  readonly port: number;
}

function tryOnce({ host, port }: ListenTarget): Promise<ListenOutcome> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      const { code = 'unknown' } = error;
      resolve(code === 'EADDRINUSE' ? { kind: 'taken' } : { kind: 'refused', code });
    });
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve({ kind: 'free' })));
  });
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

async function isOrgdesk({ host, port }: ListenTarget, path: string): Promise<boolean> {
  const name = EVERY_ADDRESS.has(host) ? 'localhost' : host;
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}${path}`;
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(LISTENING_ANSWER_LIMIT_MS) });
    if (!answer.ok) return false;
    const text = await startOf(answer);
    return path === '/healthz' ? text.replaceAll(/\s/g, '') === '{"ok":true}' : text.includes('orgdesk_');
  } catch {
    return false;
  }
}

async function startOf(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LISTENING_READ_MAX_BYTES) break;
  }
  return text;
}

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
