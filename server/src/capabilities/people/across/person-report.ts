import { hash } from 'node:crypto';
import type { PersonAcrossLine, PersonReportLine, PersonReportPlace } from '@orgdesk/contract';
import { unsignedReport } from '../../../domain/unsigned-report.ts';
import type { NamedAccount } from '../../../ports/code-host/people.ts';
import type { AuditEvent, AuditOrigin, AuditTrailStore } from '../../../ports/storage/audit-trail.ts';
import type { Clock } from '../../../ports/system.ts';
import { recordDownload } from '../../../shared/audit-trail/record-download.ts';
import type { SignNote } from '../../../shared/audit-trail/sign-note.ts';
import { loginNow, type OwnedOrganization } from '../../../shared/sessions/owned-organizations.ts';

export interface PersonReportDeps {
  readonly signNote: SignNote;
  readonly auditTrail: Pick<AuditTrailStore, 'recordView'>;
  readonly clock: Clock;
}

interface ReportedPerson {
  readonly account: NamedAccount;
  readonly requester: AuditOrigin;
  /** False if the account may have lost its login while it was read. */
  readonly isSame: boolean;
}

type UnsignedReport = NonNullable<PersonReportLine['unsigned']>;

const SETTING = 'TOKEN_SECRET';
const WHY: Readonly<Record<UnsignedReport['reason'], string>> = {
  'signing-off': `This service signs nothing. Its operator can switch signing on with ${SETTING}.`,
  'too-many': 'Too many reports were made within an hour. One made later is signed.',
};

/** Signs what was read of a person, if it can. Each organization that was read gets an audit entry first. */
export function createPersonReport({ signNote, auditTrail, clock }: PersonReportDeps) {
  return async (
    { account, requester, isSame }: ReportedPerson,
    owned: readonly OwnedOrganization[],
    read: readonly PersonAcrossLine[],
  ): Promise<PersonReportLine> => {
    const places = owned.map((each) => placeOf(each, read)).map((place) => (isSame ? place : unsure(place)));
    const now = clock.now();
    const head = {
      account: { id: account.id, login: account.login },
      checkedBy: requester.actor,
      checkedAt: now.toISOString(),
    };
    const lines = [head, ...places].map(jsonLine);
    const unsigned = (reason: UnsignedReport['reason']): PersonReportLine => ({
      kind: 'report',
      places,
      document: null,
      unsigned: {
        document: unsignedReport(WHY[reason], lines),
        reason,
        setting: reason === 'signing-off' ? SETTING : null,
      },
    });
    const document = await signNote(`people/${account.id}`, lines);
    const made =
      document === null ? unsigned('signing-off') : ({ kind: 'report', places, document, unsigned: null } as const);
    const report = hash('sha256', made.document ?? made.unsigned?.document ?? '');
    for (const { organization, result, reason } of places) {
      if (reason !== null) continue;
      const event: AuditEvent = {
        ...requester,
        organization,
        action: 'person_report.exported',
        target: { kind: 'person', ...account, name: account.login },
        before: {},
        after: { result, sha256: report },
        deliveryId: null,
      };
      const recorded = await recordDownload(auditTrail, event, now);
      if (!recorded.ok) return unsigned(document === null ? 'signing-off' : 'too-many');
    }
    return made;
  };
}

const unsure = (place: PersonReportPlace): PersonReportPlace =>
  place.result === 'not-there' ? { ...place, result: 'not-checked' } : place;

function placeOf(owned: OwnedOrganization, lines: readonly PersonAcrossLine[]): PersonReportPlace {
  const { id } = owned.organization;
  const ofIt = lines
    .filter((line) => line.kind === 'organization' || line.kind === 'finished')
    .filter(({ organization }) => organization === id);
  const person = ofIt.find((line) => line.kind === 'organization');
  const finished = ofIt.find((line) => line.kind === 'finished');
  const unread = { role: null, isPending: null, teams: null, receivedInvitations: null, sentInvitations: null };
  const organization = { id, login: person?.login ?? loginNow(owned) };
  if (person === undefined)
    return { organization, result: 'not-checked', ...unread, reason: finished?.failure?.reason ?? 'out-of-time' };
  const { role, isPending, teams, receivedInvitations, sentInvitations } = person;
  const counts = [receivedInvitations?.length ?? null, sentInvitations?.length ?? null] as const;
  const isThere = role !== null || isPending || counts.some((count) => count !== null && count > 0);
  return {
    organization,
    result: isThere ? 'still-there' : counts.includes(null) ? 'not-checked' : 'not-there',
    role,
    isPending,
    teams: teams?.map(({ slug }) => slug) ?? null,
    receivedInvitations: counts[0],
    sentInvitations: counts[1],
    reason: null,
  };
}

/** Lines of a signed note have no control characters, not even those that JSON leaves as they are. */
const jsonLine = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[\u007F-\u009F\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
