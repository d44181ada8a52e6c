import type { PeopleAcrossLine } from '@orgdesk/contract';
import type { AuditOrigin } from '../../../domain/audit-entry.ts';
import { ok } from '../../../lib/result.ts';
import type { Owner } from '../../../sessions/live-rights.ts';
import { peopleLines } from '../list-people.ts';
import { createReadPeople, type ReadPeopleDeps } from '../read-people.ts';
import { createSecondFactors, type SecondFactorsDeps } from '../second-factors.ts';
import { createInvitedLines, type InvitedLinesDeps } from './invited-lines.ts';
import { type AcrossCaller, type ReadAcrossDeps, readAcross } from './read-across.ts';

export interface ListAcrossDeps
  extends ReadAcrossDeps,
    Pick<ReadPeopleDeps, 'liveMembership' | 'log'>,
    Pick<SecondFactorsDeps, 'clock'>,
    Pick<InvitedLinesDeps, 'reader'> {
  readonly auditTrail: ReadPeopleDeps['auditTrail'] & SecondFactorsDeps['auditTrail'];
}

export interface AcrossRequest {
  readonly withTeams: boolean;
  readonly withInvitations: boolean;
  readonly requester: AuditOrigin;
  /** Aborted when reading must end. */
  readonly end: AbortSignal;
}

type Line = Exclude<PeopleAcrossLine, { readonly kind: 'end' }>;

/** Reads each organization as its own list does. */
export function createListAcross(deps: ListAcrossDeps) {
  return (
    caller: AcrossCaller,
    { withTeams, withInvitations, requester, end }: AcrossRequest,
  ): AsyncGenerator<Line, void> =>
    readAcross(deps, caller, end, (codeHost) => {
      const reading = { ...deps, codeHost };
      const readPeople = createReadPeople({ ...reading, readSecondFactors: createSecondFactors(reading) });
      const invitedLines = createInvitedLines(reading);

      type People = Extract<Awaited<ReturnType<typeof readPeople>>, { readonly ok: true }>['value'];
      async function* partsOf(owner: Owner, { read, parts }: People) {
        for await (const line of peopleLines(read)) if (line.kind !== 'joined') yield line;
        if (withInvitations) yield* parts.unlessRefused('invitations', () => invitedLines(owner, parts, end));
      }

      return async (owner) => {
        const people = await readPeople(owner, { withTeams, withJoined: false, requester, end });
        return people.ok ? ok(partsOf(owner, people.value)) : people;
      };
    });
}
