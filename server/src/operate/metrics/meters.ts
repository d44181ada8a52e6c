import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { METRICS, type MetricName } from './metric-table.ts';

type NamesOf<Type> = { [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never }[MetricName];
type LabelsOf<Name extends MetricName> = (typeof METRICS)[Name] extends { readonly labels: infer Labels }
  ? Extract<keyof Labels, string>
  : never;

export function createMeters(registry: Registry) {
  const configuration = <Name extends MetricName>(name: Name) => {
    const row: { readonly help: string; readonly labels?: object } = METRICS[name];
    return {
      name,
      help: row.help,
      labelNames: Object.keys(row.labels ?? {}) as LabelsOf<Name>[],
      registers: [registry],
    };
  };
  return {
    counter: <Name extends NamesOf<'counter'>>(name: Name) => new Counter<LabelsOf<Name>>(configuration(name)),
    gauge: <Name extends NamesOf<'gauge'>>(name: Name) => new Gauge<LabelsOf<Name>>(configuration(name)),
    histogram: <Name extends NamesOf<'histogram'>>(name: Name, buckets: readonly number[]) =>
      new Histogram<LabelsOf<Name>>({ ...configuration(name), buckets: [...buckets] }),
  };
}

export type Meters = ReturnType<typeof createMeters>;
