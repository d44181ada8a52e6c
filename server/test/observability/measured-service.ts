import { onTestFinished } from 'vitest';
import { createMetrics } from '../../src/operate/metrics/metrics.ts';
import type { EngineName } from '../support/databases/engines.ts';
import { type ServiceOptions, startService } from '../support/service/start-service.ts';

/** One series of a scrape. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The service with metrics, and what a scrape reads. However slow the machine, no call is given up. */
export async function measuredService(
  engine: EngineName,
  options: Pick<ServiceOptions, 'rateLimit' | 'auditHeadTargets'> = {},
) {
  const metrics = createMetrics();
  const { observations, observeRequest, text } = metrics;
  const observability = { observations, observeRequest };
  const service = await startService({ ...options, engine, observability });
  onTestFinished(() => service.close());
  const { storage: database, workKinds } = service;
  metrics.readFrom({ version: '1.2.3', database, lostLines: () => 3, comparisonSeconds: 900, workKinds });
  return { ...service, text, scrape: async () => samplesIn(await text()) };
}

export const samplesIn = (page: string): readonly Sample[] =>
  page.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
