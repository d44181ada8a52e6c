import type { ComparisonRound, Observations } from '../ports/operators/observations.ts';
import type { Traces } from '../ports/operators/traces.ts';
import type { Round } from './rounds.ts';

export interface ObservedRoundDeps {
  readonly observations: Pick<Observations, 'noteRound'>;
  readonly traces: Pick<Traces, 'within'>;
}

/** Reports each round to metrics and traces, except rounds refused as `busy`. */
export function createObservedRound(round: Round, { observations, traces }: ObservedRoundDeps): Round {
  return async (progress, stop) => {
    const began = performance.now();
    const tell = (outcome: ComparisonRound['outcome'], report: ComparisonRound['report']) =>
      observations.noteRound({ outcome, seconds: (performance.now() - began) / 1000, report });
    try {
      const ended = await traces.within({ name: 'comparison', apart: true }, () => round(progress, stop));
      if (ended.ok) tell(ended.value.limit === null ? 'ok' : 'limited', ended.value);
      else if (ended.refusal.kind !== 'busy') tell(OUTCOMES[ended.refusal.kind] ?? 'failed', null);
      return ended;
    } catch (error) {
      tell('failed', null);
      throw error;
    }
  };
}

const OUTCOMES: Readonly<Record<string, ComparisonRound['outcome']>> = {
  stopped: 'stopped',
  'rate-limited': 'limited',
};
