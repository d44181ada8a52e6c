import { METRICS, type MetricRow } from '../adapters/metrics-prometheus/metric-table.ts';
import { namedTexts, wrapped } from './help-columns.ts';

const INTRODUCTION = `\
With METRICS_PORT set, GET /metrics answers on that port, on the loopback address unless METRICS_HOST says otherwise, and
asks for no password. No label holds a value from outside: all values are those listed here.

Each instance reports its own values. In brackets: the type, and how values of several instances combine: by sum, max or min.
Values from the shared database are the same on every instance, so take the max. What to watch: docs/operations/monitoring.md
`;

const CLOSING = `\
A histogram has _bucket, _sum and _count after its name. Node.js and the process add nodejs_… and process_…, under the names
that prom-client gives them: memory, garbage collection, event loop lag, open files.
`;

/** What `orgdesk help metrics` prints: every metric, from the table of the Prometheus adapter. */
export function metricsHelp(): string {
  const metrics = Object.entries(METRICS).map(([name, metric]: readonly [string, MetricRow]) => {
    const { type, help, labels = {}, together = 'sum' } = metric;
    const combined = together === 'each' ? 'not combined' : together;
    const lines = [
      name,
      `  ${wrapped(`${help} (${type}, ${combined})`, 2)}`,
      ...(Object.keys(labels).length === 0 ? [] : [namedTexts(Object.entries(labels), 4)]),
    ];
    return `${lines.join('\n').replaceAll('`', '')}\n`;
  });
  return [INTRODUCTION, ...metrics, CLOSING].join('\n');
}
