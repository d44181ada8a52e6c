import { namedTexts, wrapped } from '@orgdesk/command-framework/help';
import { METRICS, type MetricRow } from '../../metrics/metric-table.ts';

const INTRODUCTION = `\
With METRICS_PORT set, GET /metrics is served on that port, on the loopback address unless METRICS_HOST is set, without
authentication. Labels only take the values listed here.

Each instance reports its own values. In parentheses: the type, and how to aggregate several instances: sum, max or min.
Values from the shared database are the same on every instance: use max. What to monitor: docs/operations/monitoring.md
`;

const CLOSING = `\
Histograms have the suffixes _bucket, _sum and _count. prom-client adds its default nodejs_… and process_… metrics:
memory, garbage collection, event loop lag, open files.
`;

export function metricsHelp(): string {
  const metrics = Object.entries(METRICS).map(([name, metric]: readonly [string, MetricRow]) => {
    const { type, help, labels = {}, together = 'sum' } = metric;
    const combined = together === 'each' ? 'not aggregated' : together;
    const lines = [
      name,
      `  ${wrapped(`${help} (${type}, ${combined})`, 2)}`,
      ...(Object.keys(labels).length === 0 ? [] : [namedTexts(Object.entries(labels), 4)]),
    ];
    return `${lines.join('\n').replaceAll('`', '')}\n`;
  });
  return [INTRODUCTION, ...metrics, CLOSING].join('\n');
}
