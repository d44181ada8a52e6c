import { INVITE_LIMIT_MS } from '@orgdesk/contract/limits';
import { expect, test } from 'vitest';
import { createAudited } from '../../../../src/audit/audited.ts';
import type { GraphqlRequest } from '../../../../src/code-host/graphql.ts';
import type { FreshOrganization } from '../../../../src/code-host/people/types.ts';
import type { Session } from '../../../../src/domain/session.ts';
import { createInviteMembers } from '../../../../src/features/invitations/invite-members.ts';
import type { InvitationServices } from '../../../../src/features/invitations/services.ts';
import { LIST_LIMIT_MS } from '../../../../src/lib/limits/http.ts';
import { ok } from '../../../../src/lib/result.ts';
import type { HostToken, SessionKey } from '../../../../src/lib/secrets.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { runtimeWith } from '../../../support/runtime.ts';

const organization = { id: 2, login: 'acme' } as FreshOrganization;
const session: Session = {
  key: 'f'.repeat(64) as SessionKey,
  user: { id: 1, login: 'ada', name: null, avatarUrl: null },
  memberships: [{ organization: { id: 2, login: 'acme', name: null, avatarUrl: null }, viewerCanAdminister: true }],
  installationIds: [],
  grant: {
    accessToken: 'token' as HostToken,
    accessTokenExpiresAt: null,
    refreshToken: null,
    refreshTokenExpiresAt: null,
    tokenType: 'bearer',
    scope: '',
  },
  tokenVersion: 1,
  createdAt: new Date(0),
  expiresAt: new Date(1),
  stamps: { own: 0, person: 0, organizations: '0', common: null },
};

test.each(ENGINES_OF_RULES)(
  'a mass invite that breaks off has nothing under way when it is told, and sends nothing afterwards, on $name',
  async ({ open }) => {
    const { auditTrail } = (await open()).storage;
    const clock = { now: () => new Date() };
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    let [callCount, inside] = [0, 0];
    const inviteMembers = createInviteMembers({
      runtime: runtimeWith({ clock, log }),
      codeHost: {
        addresses: { kind: 'github.com' },
        as: () => ({
          addresses: { kind: 'github.com' },
          query: async ({ variables: { login } }: GraphqlRequest) =>
            ok({
              data: {
                user: { databaseId: 1, login },
                organization: { databaseId: organization.id, login: organization.login, viewerIsAMember: true },
              },
              errors: [],
            }),
          async change() {
            callCount += 1;
            inside += 1;
            await new Promise((resolve) => setImmediate(resolve));
            inside -= 1;
            if (callCount >= 3) throw new Error('nobody expected this');
            return ok({ status: 201, body: { id: 1 }, answeredAt: new Date() });
          },
        }),
      },
      sessions: {
        fresh: async () => ok(session),
        membership: Object.assign(() => Promise.reject(new Error('nobody was renamed')), { invalidate() {} }),
        installations: { findByAccounts: () => Promise.reject(new Error('nobody was renamed')) },
      },
      audit: { audited: createAudited(runtimeWith({ clock, log }), auditTrail) },
      jobs: { store: { countBatch: async () => {} } },
      limits: { stopping: new AbortController().signal, inviteMs: INVITE_LIMIT_MS, listMs: LIST_LIMIT_MS },
    } as unknown as InvitationServices);

    const logins = Array.from({ length: 30 }, (_, index) => `u${index + 1}`);
    const asking = { actor: { id: 1, login: 'ada' }, way: 'api', requestId: 'request' } as const;
    const inviting = inviteMembers({ session, requester: asking, login: 'acme', userLogins: logins });
    await expect(inviting).rejects.toThrow('nobody expected this');
    const callsAtFailure = callCount;
    expect(inside).toBe(0);
    expect(callsAtFailure).toBeLessThanOrEqual(10);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(callCount).toBe(callsAtFailure);

    const entries = await auditTrail.read({ organizationId: 2, limit: 200 }, clock.now());
    expect(entries).toHaveLength(30);
    expect(new Set(entries.map(({ outcome }) => outcome))).toEqual(new Set(['unknown']));
  },
);
