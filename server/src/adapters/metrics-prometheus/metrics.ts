import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** One answered request. `route` is the pattern, so that the number of series is bounded. */
interface RequestObservation {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Collects request durations and what the runtime tells of itself; serves them at `/metrics` once listening, in the
 * Prometheus text format and on a port of their own (decision N6).
 */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'orgdesk_http_request_duration_seconds',
    help: 'Time from a request to its whole answer',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  let server: Server | null = null;

  return {
    observeRequest: ({ method, route, status, seconds }: RequestObservation): void =>
      requests.observe({ method, route, status: String(status) }, seconds),
    listen: (port: number, host: string): Promise<void> => {
      const listening = createServer((request, response) => {
        if (request.url !== '/metrics') {
          response.writeHead(404).end();
          return;
        }
        registry.metrics().then(
          (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
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
        // A request that is only half there would keep the service from ending.
        server.closeAllConnections();
      }),
  };
}
