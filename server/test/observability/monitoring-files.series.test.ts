import { readFile } from 'node:fs/promises';
import { parser } from '@prometheus-io/lezer-promql';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { METRICS, type MetricRow } from '../../src/operate/metrics/metric-table.ts';
import { ENGINES } from '../support/databases/engines.ts';
import { measuredService } from './measured-service.ts';

const ROOT = new URL('../../../', import.meta.url);
const fileOf = (path: string) => readFile(new URL(path, ROOT), 'utf8');

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string; readonly runbook: string };
}
interface Panel {
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly { readonly expr: string }[];
}

let alerts: readonly Alert[] = [];
let panels: readonly Panel[] = [];
beforeAll(async () => {
  const rules = parse(await fileOf('packaging/monitoring/alerts.yml')) as {
    readonly groups: readonly { readonly rules: readonly Alert[] }[];
  };
  alerts = rules.groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(await fileOf('packaging/monitoring/grafana-dashboard.json')) as {
    readonly panels: readonly Panel[];
  };
  panels = dashboard.panels.filter(({ type }) => type !== 'row');
});

/** With what Grafana puts in place of its variables. */
const expressions = (): readonly string[] => [
  ...alerts.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$\w+/g, 'any')),
  ),
];

interface Use {
  readonly metric: string;
  readonly labels: readonly { readonly name: string; readonly matches: ((value: string) => boolean) | null }[];
}

/** Every metric and label that an expression names; throws where it is no PromQL. */
function usesIn(expression: string): readonly Use[] {
  const tree = parser.parse(expression);
  const uses: { metric: string; labels: { name: string; matches: ((value: string) => boolean) | null }[] }[] = [];
  const grouped: string[] = [];
  tree.iterate({
    enter: ({ type, from, to, node }) => {
      const text = expression.slice(from, to);
      if (type.isError) throw new Error(`no PromQL at ${from}: ${expression}`);
      if (type.name === 'VectorSelector') {
        const metric = /^\w+/.exec(text)?.[0] ?? '';
        const labels: (typeof uses)[number]['labels'] = [];
        node.cursor().iterate((inner) => {
          if (!inner.type.name.endsWith('LabelMatcher')) return;
          const [, name = '', operator = '', value = ''] =
            /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/s.exec(expression.slice(inner.from, inner.to)) ?? [];
          const isRegular = operator.endsWith('~');
          const matches = (found: string) => (isRegular ? new RegExp(`^(?:${value})$`).test(found) : found === value);
          labels.push({ name, matches: operator.startsWith('!') ? null : matches });
        });
        uses.push({ metric, labels });
      }
      if (type.name === 'GroupingLabels') grouped.push(...(text.match(/\w+/g) ?? []));
    },
  });
  for (const use of uses) {
    for (const name of grouped) {
      if (use.metric === uses[0]?.metric) use.labels.push({ name, matches: null });
    }
  }
  return uses;
}

/** Added by Prometheus to whatever it scrapes. */
const OF_PROMETHEUS: ReadonlySet<string> = new Set(['job', 'instance']);

describe.each(ENGINES.map(({ name }) => name))('the files for monitoring beside a service on %s', (engine) => {
  test('name only metrics and labels that are exported, and values that the page of metrics knows', async () => {
    const { signIn, upkeep, text: scrapePage } = await measuredService(engine);
    await signIn('ada');
    expect((await upkeep()).ok).toBe(true);
    const text = await scrapePage();
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));
    const ofEngine = (metric: string) =>
      metric.startsWith('orgdesk_database_') && !types.has(metric) && metric in METRICS;

    for (const expression of expressions()) {
      for (const { metric, labels } of usesIn(expression)) {
        if (metric === 'up') continue;
        const base = types.has(metric) ? metric : metric.replace(/_(bucket|sum|count)$/, '');
        if (ofEngine(base)) continue;
        expect(types.has(base), `${metric} in ${expression}`).toBe(true);
        expect(metric !== base, expression).toBe(types.get(base) === 'histogram');
        const row: MetricRow | undefined = base in METRICS ? METRICS[base as keyof typeof METRICS] : undefined;
        for (const { name, matches } of labels) {
          if (OF_PROMETHEUS.has(name) || (name === 'le' && metric.endsWith('_bucket'))) continue;
          const meaning = row?.labels?.[name];
          expect(meaning, `label ${name} in ${expression}`).toBeDefined();
          if (matches === null || name === 'status') continue;
          const values = [...(meaning ?? '').matchAll(/`([\w-]+)`/g)].map(([, value = '']) => value);
          expect(values.some(matches), `value of ${name} in ${expression}`).toBe(true);
        }
      }
    }
    // Every metric of the table appears, except those of the other database.
    const missing = Object.keys(METRICS).filter((name) => !types.has(name) && !ofEngine(name));
    expect(missing).toEqual([]);
  });
});

describe('the files for monitoring', () => {
  test('no expression is anything but PromQL, and a misspelled one is found', () => {
    for (const expression of expressions()) expect(usesIn(expression).length).toBeGreaterThan(0);
    expect(() => usesIn('sum(rate(orgdesk_sessions[5m])) by (')).toThrow('no PromQL');
    expect(() => usesIn('sum(orgdesk_sessions{job=orgdesk})')).toThrow('no PromQL');
  });

  test('each alert says how bad it is, what is wrong, what to do, and where to read on', async () => {
    const anchors = await anchorsOf('docs/operations/incidents.md');
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    for (const { alert, labels, annotations } of alerts) {
      expect(['critical', 'warning', 'info'], alert).toContain(labels.severity);
      expect(annotations.summary, alert).toMatch(/\.$/);
      expect(annotations.action, alert).toMatch(/[.?]$/);
      const [path = '', anchor = ''] = annotations.runbook.split('#');
      expect([path, anchor], alert).toEqual(['docs/operations/incidents.md', expect.stringMatching(/^[a-z-]+$/)]);
      if (anchors !== null) expect(anchors, alert).toContain(anchor);
    }
  });

  test('each panel has a unit, a description and a title of its own', () => {
    for (const { title, description, fieldConfig } of panels) {
      expect(description, title).toMatch(/\.$/);
      expect(fieldConfig?.defaults.unit, title).toMatch(/^(reqps|percentunit|s|bytes|short)$/);
    }
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });

  test('the example scrapes what the alerts ask for', async () => {
    const example = parse(await fileOf('packaging/monitoring/prometheus.yml')) as {
      readonly rule_files: readonly string[];
      readonly scrape_configs: readonly { readonly job_name: string }[];
    };
    expect(example.rule_files).toEqual(['alerts.yml']);
    expect(example.scrape_configs.map(({ job_name }) => job_name)).toEqual(['orgdesk']);
    for (const { expr } of alerts) expect(expr).toContain('job="orgdesk"');
  });
});

/** Builds anchors as the platform does. */
async function anchorsOf(path: string): Promise<readonly string[] | null> {
  const text = await fileOf(path).catch(() => null);
  if (text === null) return null;
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
