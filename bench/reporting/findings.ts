import type { Comparison } from '../measuring/compare.ts';
import type { ProcessFigures } from '../servers/program.ts';
import type { Finding, Target } from './row.ts';

const micros = (value: number): string => `${value.toFixed(value >= 100 ? 0 : 1)} µs`;
const perSecond = (value: number): string => Math.round(value).toLocaleString('en-US');

/** A reference of a comparison: `step` is one on the way to the service, which tells what the limit is made of. */
export type Named = { readonly name: string; readonly target: Target | null } | { readonly step: string };

/** The findings of a comparison by processor time, one for each reference that is no step. */
export function cpuFindings(
  what: string,
  { ours, references }: Comparison,
  names: readonly Named[],
): readonly Finding[] {
  const steps = references.flatMap(({ cpuMicros }, index) => {
    const name = names[index];
    return name !== undefined && 'step' in name ? [{ step: name.step, cpuMicros }] : [];
  });
  return references.flatMap((reference, index): readonly Finding[] => {
    const name = names[index];
    if (name === undefined || 'step' in name) return [];
    const limit = steps.map(
      ({ step, cpuMicros }) =>
        `${step}: ${micros(cpuMicros)}, a ratio of ${(reference.cpuMicros / cpuMicros).toFixed(2)}`,
    );
    return [
      {
        what,
        ours: micros(ours.cpuMicros),
        reference: `${name.name}: ${micros(reference.cpuMicros)}`,
        ratio: reference.cpuRatio,
        target: name.target,
        rates: `${perSecond(ours.perSecond)} and ${perSecond(reference.perSecond)}`,
        ...(limit.length > 0 ? { limit } : {}),
      },
    ];
  });
}

const LONGEST_PAUSE_MS = 50;

/** Reports the longest pause of the event loop, in processor time, which other programs cannot lengthen. */
export const pauseFinding = (what: string, { longestTurn: { cpuMs, ms } }: ProcessFigures): Finding => ({
  what: `${what}: longest pause`,
  ours: `${cpuMs.toFixed(0)} ms (${ms.toFixed(0)} by the clock)`,
  reference: `${LONGEST_PAUSE_MS} ms`,
  ratio: cpuMs / LONGEST_PAUSE_MS,
  target: { most: 1 },
  greatest: true,
});

/** Something that must not take more, in units of the reference. */
export const atMost = (
  what: string,
  {
    ours,
    reference,
    unit,
    most = 1,
  }: { readonly ours: number; readonly reference: number; readonly unit: string; readonly most?: number },
): Finding => {
  const text = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;
  return { what, ours: text(ours), reference: text(reference), ratio: ours / reference, target: { most } };
};
