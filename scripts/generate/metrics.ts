import { METRICS, type MetricRow } from '../../server/src/adapters/metrics-prometheus/metric-table.ts';

const INTRODUCTION = `# Metrics

Written by \`npm run generate\` from [the code](../../server/src/adapters/metrics-prometheus/metric-table.ts): do not edit.
What to watch is in [monitoring](monitoring.md).

With \`METRICS_PORT\` set, \`GET /metrics\` answers on a port of its own, on the loopback address unless \`METRICS_HOST\` says
otherwise. It asks for no password. No label holds what came from outside: their values are those named here.

Each instance tells of itself. What several of them tell together stands in the last column: counters, histograms and most
gauges add up; what is read from the database they share is the same everywhere, so it is taken once (\`max\`).
`;

const TOGETHER: Readonly<Record<NonNullable<MetricRow['together']>, string>> = {
  sum: 'sum',
  max: 'max',
  min: 'min',
  each: 'each for itself',
};

/** The table of metrics: `docs/operations/metrics.md`. */
export function metricsSource(): string {
  const rows = Object.entries(METRICS).map(
    ([name, { type, help, labels = {}, together = 'sum' }]: readonly [string, MetricRow]) =>
      `| \`${name}\` | ${type} | ${labelsIn(labels)} | ${help} | ${TOGETHER[together]} |`,
  );
  return [
    INTRODUCTION,
    '| Name | Type | Labels | Meaning | Instances |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    'A histogram has `_bucket`, `_sum` and `_count` behind its name. Node.js and the process tell of themselves beside these',
    '(`nodejs_…`, `process_…`), under the names that prom-client gives them: memory, garbage collection, the lag of the event',
    'loop, open files.',
    '',
  ].join('\n');
}

const labelsIn = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join('<br>');
