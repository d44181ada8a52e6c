import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isIP } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Observations } from '../../ports/operators/observations.ts';
import { createMeters } from './meters.ts';
import { createObserving } from './observing.ts';
import { createReading, type Sources } from './reading.ts';
import { createSetting } from './setting.ts';
import { SYSTEM_TIMES } from './times.ts';

/** `route` is the pattern, which bounds the number of series. */
interface RequestObservation {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

interface TextResponse {
  readonly type: string;
  readonly text: string;
}
type ChecksReader = (accept: string) => Promise<TextResponse>;

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Parsers accept about thirty more. */
const COMMON_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Serves metrics at `/metrics` on their own port (decision N6). */
export function createMetrics(times = SYSTEM_TIMES) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const meters = createMeters(registry);
  const requests = meters.histogram('orgdesk_http_request_duration_seconds', BUCKETS_SECONDS);
  const { beforeScrape, ...observations } = createObserving(meters, times);
  const set = createSetting(meters, times);
  let read = async (): Promise<void> => {};
  const text = async (): Promise<string> => {
    beforeScrape();
    await read();
    return registry.metrics();
  };
  let server: Server | null = null;

  return {
    observations: observations satisfies Observations,
    observeRequest: ({ method, route, status, seconds }: RequestObservation): void => {
      const methodLabel = COMMON_METHODS.has(method) ? method : 'other';
      requests.observe({ method: methodLabel, route, status: String(status) }, seconds);
    },
    readFrom: (sources: Sources): void => {
      read = createReading(meters, sources, times);
    },
    ...set,
    text,
    /** `checks` renders `/readyz?verbose`, for operators only. */
    listen: (port: number, host: string, checks: ChecksReader): Promise<void> => {
      const answer = async ({ url = '', method, headers }: IncomingMessage): Promise<TextResponse | number> => {
        const isChecks = /^\/readyz\?verbose(=|$)/.test(url);
        if (!isChecks && url !== '/metrics') return 404;
        if (method !== 'GET' && method !== 'HEAD') return 405;
        if (!isChecks) return { type: registry.contentType, text: await text() };
        return isOwnName(headers.host ?? '', host) ? checks(headers.accept ?? '') : 421;
      };
      const listening = createServer((request, response) => {
        answer(request).then(
          (page) => {
            if (typeof page === 'number') response.writeHead(page, page === 405 ? { Allow: 'GET, HEAD' } : {}).end();
            else response.writeHead(200, { 'Content-Type': page.type, 'Cache-Control': 'no-store' }).end(page.text);
          },
          () => response.writeHead(500).end(),
        );
      });
      server = listening;
      return new Promise((resolve, reject) => {
        listening.once('error', reject);
        listening.listen(port, host, resolve);
      });
    },
    close: () =>
      new Promise<void>((resolve) => {
        if (server === null) return resolve();
        server.close(() => resolve());
        // An incomplete request would keep the service from stopping.
        server.closeAllConnections();
      }),
  };
}

/** Protects against DNS rebinding. */
function isOwnName(header: string, configured: string): boolean {
  const name = header.toLowerCase().replace(/:\d*$/, '');
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || name === 'localhost' || name === configured.toLowerCase();
}
