import { hash } from 'node:crypto';
import type { PersonAcrossLine, PersonReportLine, PersonReportPlace } from '@orgdesk/contract';
import type { NamedAccount } from '../../../ports/code-host/people.ts';
import type { AuditEvent, AuditOrigin, AuditTrailStore } from '../../../ports/storage/audit-trail.ts';
import type { Clock } from '../../../ports/system.ts';
import { recordDownload } from '../../../shared/audit-trail/record-download.ts';
import type { SignNote } from '../../../shared/audit-trail/sign-note.ts';
import { loginNow, type OwnedOrganization } from '../../../shared/sessions/owned-organizations.ts';

export interface PersonReportDeps {
  /** Null if nothing is signed. */
  readonly signNote: SignNote | null;
  readonly auditTrail: Pick<AuditTrailStore, 'recordView'>;
  readonly clock: Clock;
}

interface ReportedPerson {
  readonly account: NamedAccount;
  readonly requester: AuditOrigin;
  /** False if the account may have lost its login while it was read. */
  readonly isSame: boolean;
}

/** Signs what was read of a person. Each organization that was read gets an audit entry first. */
export function createPersonReport({ signNote, auditTrail, clock }: PersonReportDeps) {
  return async (
    { account, requester, isSame }: ReportedPerson,
    owned: readonly OwnedOrganization[],
    lines: readonly PersonAcrossLine[],
  ): Promise<PersonReportLine> => {
    const places = owned.map((each) => placeOf(each, lines)).map((place) => (isSame ? place : unsure(place)));
    const now = clock.now();
    const unsigned: PersonReportLine = { kind: 'report', places, document: null };
    if (signNote === null) return unsigned;
    const head = {
      account: { id: account.id, login: account.login },
      checkedBy: requester.actor,
      checkedAt: now.toISOString(),
    };
    const document = await signNote(`people/${account.id}`, [head, ...places].map(jsonLine));
    const report = hash('sha256', document);
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
      if (!recorded.ok) return unsigned;
    }
    return { ...unsigned, document };
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
