import type { AuditEntry, AuditTrailAnswer } from '@orgdesk/contract';
import { beforeAll, beforeEach } from 'vitest';
import type { AuditEvent } from '../../../src/domain/audit-entry.ts';
import { addOrganization } from '../../features/invitations/listed/listing.ts';
import { type Answer, fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import { sharedService } from '../../support/service/shared-service.ts';

/** A service of the suite's own whose time tests alone move. */
export function serviceForTrails(options: Parameters<typeof sharedService>[0] = {}) {
  const service = sharedService(options);
  const world = () => service().simulator.world;
  beforeAll(() => service().clock.stop());
  // A minute of its own: what somebody is counts for that long.
  beforeEach(() => service().clock.advance(60_000));

  /** An organization of its own and its owner, signed in. */
  const setUp = async () => {
    const { organization, owner } = addOrganization(service());
    const { id } = world().organization(organization) ?? { id: 0 };
    const headers: RequestHeaders = (await service().signIn(owner)).bearer;
    const trail = service().storage.auditTrail;
    const now = () => service().clock.now();

    /** The owner made somebody an owner, unless said otherwise. */
    const eventOf = (changes: Partial<AuditEvent> = {}): AuditEvent => ({
      organization: { id, login: organization },
      action: 'member.role_changed',
      way: 'console',
      actor: { id: 1, login: owner },
      target: { kind: 'person', id: 2, name: 'edsger' },
      before: { role: 'member' },
      after: { role: 'admin' },
      requestId: 'a-request',
      deliveryId: null,
      ...changes,
    });
    const addressOf = (path: string, login = organization) =>
      `${service().url}/api/organizations/${login}/audit-trail${path}`;
    const ask = (path = '', by: RequestHeaders = headers): Promise<Answer> =>
      fetchOnce(addressOf(path), { headers: by });
    return {
      organization,
      id,
      owner,
      headers,
      eventOf,
      addressOf,
      ask,
      trail,
      record: (...events: readonly Partial<AuditEvent>[]) => trail.record(events.map(eventOf), now()),
      intend: async (changes: Partial<AuditEvent> = {}) => {
        const [intent] = await trail.intend([eventOf(changes)], now());
        if (intent === undefined) throw new Error('nothing was intended');
        return intent;
      },
      settle: (settlement: Parameters<typeof trail.settle>[0][number]) => trail.settle([settlement], now()),
      /** A page, which has to be there. */
      page: async (query = ''): Promise<AuditTrailAnswer> => {
        const answer = await ask(query);
        if (answer.status !== 200) throw new Error(`no trail: ${answer.status} ${answer.text}`);
        return answer.json as AuditTrailAnswer;
      },
    };
  };
  return { service, world, setUp };
}

export const namesOf = (entries: readonly AuditEntry[]) => entries.map(({ target }) => target?.name);
