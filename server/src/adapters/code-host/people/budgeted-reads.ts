import { ok } from '../../../domain/result.ts';
import type { HostToken } from '../../../domain/session.ts';
import type { BudgetedHost } from '../../../ports/code-host/budgeted-reads.ts';
import type { Clock } from '../../../ports/system.ts';
import type { CodeHostAddresses } from '../addresses.ts';
import { createEarlierAnswers, sendConditionally } from '../pages/conditional-send.ts';
import { createCallMeter } from '../send/call-meter.ts';
import type { HostSend } from '../send/send.ts';
import { readTeamsInFull } from '../teams/read-teams.ts';
import { createReachedRepositories } from './access/reached-repositories.ts';
import { readProfileOf } from './accounts.ts';
import { readOrganization } from './changing/organization-changes.ts';
import { readInvitations } from './listed-invitations.ts';
import { readMembersWithoutNames } from './members-without-names.ts';
import { createPeopleHost } from './people.ts';
import { joinMethodOf, type UserClient } from './ways-in.ts';

export interface BudgetedHostDeps {
  readonly send: HostSend;
  readonly clientWith: (send: HostSend) => (token: HostToken) => UserClient;
  readonly addresses: CodeHostAddresses;
  readonly clock: Clock;
}

export function createBudgetedHost({ send, clientWith, addresses, clock }: BudgetedHostDeps): BudgetedHost {
  const earlier = createEarlierAnswers(clock);
  return {
    budgetedReads() {
      const { metered, counts, limit } = createCallMeter(addresses.graphqlUrl, clock);
      const clientAs = clientWith(sendConditionally(metered(send), earlier));
      return {
        counts,
        limit,
        codeHost: {
          ...createPeopleHost(clientAs),
          membersOf: (request) => readMembersWithoutNames(clientAs(request.token), request),
          ...createReachedRepositories(clientAs),
          teamsInFull: (request) => readTeamsInFull(clientAs(request.token), request),
          organizationNow: ({ token, organization }) => readOrganization(clientAs(token).send, organization),
          hasInvitations: (context) => joinMethodOf(addresses, context) === 'invitation',
          listedInvitations: (context, end) => readInvitations(clientAs(context.token), context, end),
          async accountWithLogin({ token, end }, login) {
            const profile = await readProfileOf(clientAs(token), login, end);
            if (!profile.ok || profile.value === null || !profile.value.isPerson)
              return profile.ok ? ok(null) : profile;
            return ok({ id: profile.value.id, login: profile.value.login });
          },
        },
      };
    },
  };
}
