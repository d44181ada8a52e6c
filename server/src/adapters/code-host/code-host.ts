import { CODE_HOST_ANSWER_MAX_BYTES, CODE_HOST_CALL_LIMIT_MS } from '../../domain/limits/code-host.ts';
import type { HostToken } from '../../domain/session.ts';
import type { ExactAccessHost } from '../../ports/code-host/access/exact-access.ts';
import type { OrganizationRolesHost } from '../../ports/code-host/access/organization-roles.ts';
import type { PersonalTokensHost } from '../../ports/code-host/access/personal-tokens.ts';
import type { ReachedRepositoriesHost } from '../../ports/code-host/access/reached-repositories.ts';
import type { BudgetedHost } from '../../ports/code-host/budgeted-reads.ts';
import type { CodeHost } from '../../ports/code-host/code-host.ts';
import type { InstallationRequestsHost } from '../../ports/code-host/installation-requests.ts';
import type { OrganizationAsApp } from '../../ports/code-host/organization-as-app.ts';
import type { PeopleHost } from '../../ports/code-host/people.ts';
import type { PeopleChangesHost } from '../../ports/code-host/people-changes.ts';
import type { TeamChangesHost } from '../../ports/code-host/teams/team-changes.ts';
import { type Observations, UNOBSERVED } from '../../ports/operators/observations.ts';
import { type Traces, UNTRACED } from '../../ports/operators/traces.ts';
import type { Clock, Log } from '../../ports/system.ts';
import { codeHostAddresses, type HostKind } from './addresses.ts';
import { createSendAsApp } from './app/app-credential.ts';
import { createDeliveries } from './app/deliveries.ts';
import { createInstallationTokens, sendAsInstallation } from './app/installation-credential.ts';
import { readInstallationRepositories } from './app/installation-repositories.ts';
import { createInstallationRequests } from './app/installation-requests.ts';
import { createAppInstallations, readInstallations } from './app/installations.ts';
import { createRegisteredApp, installUrl } from './app/registered-app.ts';
import { createGraphqlRunner } from './graphql/graphql.ts';
import { createOAuth } from './oauth.ts';
import { createPersonalTokens } from './people/access/personal-tokens.ts';
import { createReachedRepositories } from './people/access/reached-repositories.ts';
import { readAccount, readAccounts } from './people/accounts.ts';
import { createBudgetedHost } from './people/budgeted-reads.ts';
import { createChangeAs, readOrganization } from './people/changing/organization-changes.ts';
import { createPeopleChanges } from './people/changing/people-changes.ts';
import { findInvitee, findUser } from './people/find-user.ts';
import { invite } from './people/invitations.ts';
import { createInvitation, readInvitations, readTeams, removeInvitation } from './people/listed-invitations.ts';
import { addMember, readMembership, readOwnMembership } from './people/memberships.ts';
import { readSeats, readTeamsOf } from './people/organization.ts';
import { createPeopleHost } from './people/people.ts';
import { readProfile } from './people/profile.ts';
import { joinMethodOf, type UserClient } from './people/ways-in.ts';
import { createCallKinds } from './send/call-kinds.ts';
import { createObservedSend } from './send/observed-send.ts';
import { createSend, type HostSend, sendWith } from './send/send.ts';
import { createExactAccess } from './teams/exact-access.ts';
import { createTeamChanges } from './teams/team-changes.ts';

export interface HttpCodeHostSettings {
  readonly webUrl: URL;
  readonly apiUrl: URL | null;
  readonly kind?: HostKind;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly appId: string;
  readonly appSlug: string;
  readonly appPrivateKey: string;
  /** Includes the body. */
  readonly callLimitMs?: number;
}

export interface HttpCodeHostDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly observations?: Observations;
  readonly traces?: Traces;
  readonly callLog?: Log | null;
}

/** Nothing is sent twice. No refusal or log line contains a token, code, secret or address. */
export function createHttpCodeHost(
  settings: HttpCodeHostSettings,
  { clock, log, observations = UNOBSERVED, traces = UNTRACED, callLog = null }: HttpCodeHostDeps,
): CodeHost &
  BudgetedHost &
  ExactAccessHost &
  InstallationRequestsHost &
  OrganizationRolesHost &
  OrganizationAsApp &
  PeopleChangesHost &
  PeopleHost &
  PersonalTokensHost &
  ReachedRepositoriesHost &
  TeamChangesHost {
  const addresses = codeHostAddresses(settings);
  const { webUrl, graphqlUrl } = addresses;
  const { clientId, clientSecret, callLimitMs = CODE_HOST_CALL_LIMIT_MS } = settings;
  const plainSend = createSend(addresses, { callLimitMs, answerMaxBytes: CODE_HOST_ANSWER_MAX_BYTES }, clock);
  const observed = { observations, traces, callLog, kindOf: createCallKinds(addresses) };
  const send = createObservedSend(plainSend, 'user', observed);
  const sendForInstallation = createObservedSend(plainSend, 'installation', observed);
  const sendAsApp = createSendAsApp(settings, createObservedSend(plainSend, 'app', observed), { clock, log });
  const runGraphql = createGraphqlRunner(graphqlUrl, send);
  const installations = createAppInstallations(sendAsApp);
  const installationTokens = createInstallationTokens(sendAsApp, clock);
  const registeredApp = createRegisteredApp(addresses, sendAsApp, clock);
  const clientWith = (through: HostSend) => {
    const runThrough = createGraphqlRunner(graphqlUrl, through);
    return (token: HostToken): UserClient => ({
      addresses,
      send: sendWith(through, token),
      change: createChangeAs(sendWith(through, token)),
      query: (request, end) => runThrough(token, request, end),
      log,
    });
  };
  const clientAs = clientWith(send);

  return {
    ...createBudgetedHost({ send, clientWith, addresses, clock }),
    ...createPeopleHost(clientAs),
    ...createOAuth({ webUrl, clientId, clientSecret }, createObservedSend(plainSend, 'client', observed), clock),
    ...installations,
    ...createDeliveries(sendAsApp, log),
    ...createInstallationRequests(addresses, sendAsApp, { clock, log }),
    ...createPeopleChanges(clientAs),
    ...createPersonalTokens(clientAs),
    ...createReachedRepositories(clientAs),
    ...createTeamChanges(clientAs),
    ...createExactAccess(clientAs),
    registeredApp,
    installUrl: (request) => installUrl(addresses, { app: registeredApp(), appSlug: settings.appSlug }, request),
    repositoriesOf: (id, validators = null) => {
      const sendAs = sendAsInstallation(installationTokens, sendForInstallation, id);
      return readInstallationRepositories(sendAs, () => installations.installation(id), validators);
    },
    invitationsAsApp: ({ installationId, organization }, end) => {
      const client = { send: sendAsInstallation(installationTokens, sendForInstallation, installationId), log };
      return readInvitations(client, { organization, organizationId: null, token: '' }, end);
    },
    membershipAsApp: ({ installationId, organization }, login) =>
      readMembership(
        { send: sendAsInstallation(installationTokens, sendForInstallation, installationId) },
        { organization },
        login,
      ),
    installationsOf: (token) => readInstallations(sendWith(send, token), log),
    profile: (token) => readProfile(clientAs(token)),
    findUser: (context, login) => findUser(clientAs(context.token), context, login),
    findInvitee: (context, login) => findInvitee(clientAs(context.token), context, login),
    invite: (target, invitee) => invite(clientAs(target.token), target, invitee),
    organizationNow: ({ token, organization }) => readOrganization(clientAs(token).send, organization),
    hasInvitations: (context) => joinMethodOf(addresses, context) === 'invitation',
    membershipOf: (context, login) => readMembership(clientAs(context.token), context, login),
    listedInvitations: (context, end) => readInvitations(clientAs(context.token), context, end),
    teamsOfInvitation: (context, id) => readTeams(clientAs(context.token), context, id),
    createInvitation: (target, invitation) => createInvitation(clientAs(target.token), target, invitation),
    addMember: (target, member) => addMember(clientAs(target.token), target, member),
    removeInvitation: (target, id) => removeInvitation(clientAs(target.token), target, id),
    accountsOf: (context, logins) => readAccounts(clientAs(context.token), context, logins),
    accountOf: (context, login) => readAccount(clientAs(context.token), context, login),
    teamsOf: (context) => readTeamsOf(clientAs(context.token), context),
    seatsOf: (context) => readSeats(clientAs(context.token), context),
    ownMembership: (token, organization) => readOwnMembership(clientAs(token), organization),
    query: (token, request) => runGraphql(token, request),
  };
}
