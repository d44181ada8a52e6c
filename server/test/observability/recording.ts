import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { createMetrics } from '../../src/operate/metrics/metrics.ts';
import { startService } from '../support/service/start-service.ts';
import { samplesIn } from './measured-service.ts';

const RULES = fileURLToPath(new URL('../../../packaging/monitoring/alerts.yml', import.meta.url));
/** Share of real time, of which none passes here. */
const OF_REAL_TIME = 'orgdesk_event_loop_utilization_ratio';

/** Debian's package `prometheus` has it. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Ends the titles of tests that are skipped without it. */
export const NEEDS_PROMTOOL = hasPromtool
  ? ''
  : ' (SKIPPED: promtool is not installed; Debian has it in the package prometheus)';

/** A service whose metrics are scraped at intervals of the test clock, and what the alert rules make of the record. */
export async function recordedService(intervalMinutes = 1) {
  const intervalSeconds = intervalMinutes * 60;
  let now = Date.now();
  const metrics = createMetrics({ now: () => now, elapsed: () => now });
  const { observations, observeRequest, text } = metrics;
  const service = await startService({ observability: { observations, observeRequest } });
  onTestFinished(() => service.close());
  service.clock.stop();
  const start = service.clock.now().getTime() / 1000;
  metrics.readFrom({
    version: '1.2.3',
    database: service.storage,
    lostLines: () => 0,
    comparisonSeconds: 900,
    workKinds: service.workKinds,
  });
  const series = new Map<string, string[]>();
  const expected: object[] = [];
  let scrapes = 0;

  const note = (key: string, value: number) => {
    const values = series.get(key) ?? [];
    series.set(key, values);
    while (values.length < scrapes) values.push('_');
    values.push(String(value));
  };
  const scrape = async () => {
    now = service.clock.now().getTime();
    note(keyOf('up', {}), 1);
    for (const { name, labels, value } of samplesIn(await text())) {
      if (name.startsWith('orgdesk_') && name !== OF_REAL_TIME)
        note(keyOf(name, labels), name.endsWith('_timestamp_seconds') ? value - start : value);
    }
    scrapes += 1;
    service.clock.advance(intervalSeconds * 1000);
  };

  return {
    ...service,
    metrics,
    /** Lets minutes pass, with a scrape at the end of each interval. */
    async pass(minutes: number, meanwhile: (minute: number) => Promise<unknown> = async () => {}) {
      for (let minute = 0; minute < minutes; minute += intervalMinutes) {
        await meanwhile(minute);
        await scrape();
      }
    },
    /** These alerts, and no others, fire at the last scrape. */
    expectFiring(...alerts: readonly string[]) {
      const exp_samples = alerts.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 }));
      const expr = 'count by (alertname) (ALERTS{alertstate="firing"})';
      expected.push({ expr, eval_time: `${(scrapes - 1) * intervalSeconds}s`, exp_samples });
    },
    /** Evaluates the rules over the record; null when all is as expected. */
    problems(): string | null {
      const folder = mkdtempSync(join(tmpdir(), 'orgdesk-alerts-'));
      try {
        const input_series = [...series].map(([name, values]) => ({ series: name, values: values.join(' ') }));
        const tests = [{ interval: `${intervalSeconds}s`, input_series, promql_expr_test: expected }];
        const file = join(folder, 'record.test.yml');
        writeFileSync(file, stringify({ rule_files: [RULES], tests }, { lineWidth: 0 }));
        const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
        return status === 0 ? null : `${stdout}${stderr}`;
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

function keyOf(name: string, labels: Readonly<Record<string, string>>): string {
  const all = Object.entries({ ...labels, job: 'orgdesk', instance: 'one' });
  return `${name}{${all.map(([label, value]) => `${label}="${value}"`).join(',')}}`;
}
