import type { ComparisonRound, Observations } from '../../ports/operators/observations.ts';
import type { Traces } from '../../ports/operators/traces.ts';
import type { Round } from './rounds.ts';

export interface ObservedRoundDeps {
  readonly observations: Pick<Observations, 'noteRound'>;
  readonly traces: Pick<Traces, 'within'>;
}

/** Reports each round to metrics and traces, except rounds refused as `busy`. */
export function createObservedRound(round: Round, { observations, traces }: ObservedRoundDeps): Round {
  return async (progress, stop) => {
    const startedMs = performance.now();
    const noteRound = (outcome: ComparisonRound['outcome'], report: ComparisonRound['report']) =>
      observations.noteRound({ outcome, seconds: (performance.now() - startedMs) / 1000, report });
    try {
      const ended = await traces.within({ name: 'comparison', isDetached: true }, () => round(progress, stop));
      const { outcome: result } = ended;
      if (result.ok) noteRound(result.value.limit === null ? 'ok' : 'limited', result.value);
      else if (result.refusal.kind !== 'busy') noteRound(OUTCOMES[result.refusal.kind] ?? 'failed', null);
      return ended;
    } catch (error) {
      noteRound('failed', null);
      throw error;
    }
  };
}

const OUTCOMES: Readonly<Record<string, ComparisonRound['outcome']>> = {
  stopped: 'stopped',
  'rate-limited': 'limited',
};
