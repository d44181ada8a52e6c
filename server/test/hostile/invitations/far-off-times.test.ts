import { expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const service = sharedService();
const CANNOT_BE = { code: 'code-host-away', error: 'The code host is unavailable. Please try again.' };

test.each([
  ['created', '+275760-09-13T00:00:00Z', null],
  ['created', '9999-12-31T00:00:00Z', null],
  ['failed', '2026-01-01T00:00:00Z', '-271821-04-20T00:00:00Z'],
])(
  'an invitation that was %s thousands of years from now is no usable answer',
  async (_what, created_at, failed_at) => {
    const { simulator, signIn, clock, url } = service();
    clock.advance(61_000);
    const invitation = { id: 5, login: null, email: 'a@mail.example', role: 'direct_member', team_count: 0 };
    const body = [{ ...invitation, created_at, failed_at, failed_reason: null, inviter: null }];
    simulator.control.reset();
    simulator.control.fault({ match: { path: '/orgs/acme/invitations' }, kind: 'reply', status: 200, body });
    const headers = { 'content-type': 'application/json', ...(await signIn('ada')).bearer };
    const organization = `${url}/api/organizations/acme`;
    const listed = await fetchOnce(`${organization}/invitations`, { headers });
    expect([listed.status, listed.json]).toEqual([503, CANNOT_BE]);
    const rows = JSON.stringify({ rows: [{ email: 'a@mail.example' }] });
    const preview = await fetchOnce(`${organization}/invitation-preview`, { method: 'POST', headers, body: rows });
    expect([preview.status, preview.json]).toEqual([503, CANNOT_BE]);
  },
);
