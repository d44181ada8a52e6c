import type { Comparison } from '../measuring/compare.ts';
import type { Finding, Target } from './row.ts';

const micros = (value: number): string => `${value.toFixed(value >= 100 ? 0 : 1)} µs`;
const perSecond = (value: number): string => Math.round(value).toLocaleString('en-US');

/** The findings of a comparison by processor time, one for each reference. */
export const cpuFindings = (
  what: string,
  { ours, references }: Comparison,
  names: readonly { readonly name: string; readonly target: Target | null }[],
): readonly Finding[] =>
  references.map((reference, index) => ({
    what,
    ours: micros(ours.cpuMicros),
    reference: `${names[index]?.name}: ${micros(reference.cpuMicros)}`,
    ratio: reference.cpuRatio,
    target: names[index]?.target ?? null,
    rates: `${perSecond(ours.perSecond)} and ${perSecond(reference.perSecond)}`,
  }));
