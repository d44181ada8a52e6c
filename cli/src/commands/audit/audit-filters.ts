import type { Options } from '@orgdesk/command-framework/describe-command';
import { ok, type Result } from '@orgdesk/contract/result';
import type { AuditFilters, AuditOutcome } from '../../../../client/src/index.ts';

const OUTCOMES: readonly AuditOutcome[] = ['done', 'refused', 'unknown', 'under-way'];

export const FILTER_OPTIONS = {
  actor: { type: 'string', value: 'USERNAME', says: 'only entries of this person' },
  target: { type: 'string', value: 'NAME', says: 'only entries about this person, team, repository or job' },
  action: { type: 'string', value: 'ACTION', says: 'only this action, such as member.added, or its first part' },
  outcome: { type: 'string', value: 'OUTCOME', choices: OUTCOMES, says: 'done, refused, unknown or under-way' },
  since: { type: 'string', value: 'TIME', says: 'from this day or time on (ISO 8601)' },
  until: { type: 'string', value: 'TIME', says: 'before this day or time' },
} as const satisfies Options;

type FilterValues = { readonly [Name in keyof typeof FILTER_OPTIONS]?: string | undefined };

export function parseFilters(values: FilterValues): Result<AuditFilters, string> {
  const outcome = OUTCOMES.find((each) => each === values.outcome);
  const { actor, target, action, since, until } = values;
  return ok({
    ...(actor !== undefined && { actor }),
    ...(target !== undefined && { target }),
    ...(action !== undefined && { action }),
    ...(outcome !== undefined && { outcome }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  });
}
