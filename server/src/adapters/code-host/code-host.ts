import { CODE_HOST_ANSWER_MAX_BYTES, CODE_HOST_CALL_LIMIT_MS } from '../../domain/limits.ts';
import type { HostToken } from '../../domain/session.ts';
import type { CodeHost } from '../../ports/code-host.ts';
import type { Clock, Log } from '../../ports/system.ts';
import { codeHostAddresses, type HostKind } from './addresses.ts';
import { createSendAsApp } from './app/app-credential.ts';
import { createAppInstallations } from './app/app-installations.ts';
import { createDeliveries } from './app/deliveries.ts';
import { installUrl } from './app/install-url.ts';
import { createInstallationTokens, sendAsInstallation } from './app/installation-credential.ts';
import { readInstallationRepositories } from './app/installation-repositories.ts';
import { readInstallations } from './app/installations.ts';
import { createRegisteredApp, pageOf } from './app/registered-app.ts';
import { createGraphqlRunner } from './graphql/graphql.ts';
import { authorizationUrl, createTokenEndpoint } from './oauth/token-endpoint.ts';
import { findUser } from './people/find-user.ts';
import { invite } from './people/invitations.ts';
import { readOwnMembership } from './people/own-membership.ts';
import { readProfile } from './people/profile.ts';
import { createSend, sendWith } from './send/send.ts';

/** One code host and the App registered there. */
export interface HttpCodeHostSettings {
  readonly webUrl: URL;
  /** Null derives it from `webUrl`. */
  readonly apiUrl: URL | null;
  /** Default: told by the addresses. */
  readonly kind?: HostKind;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly appId: string;
  readonly appSlug: string;
  /** RSA key as PEM. */
  readonly appPrivateKey: string;
  /** Time limit of one call, body included. Default: `CODE_HOST_CALL_LIMIT_MS`. */
  readonly callLimitMs?: number;
}

/**
 * The code host over HTTP. Nothing is sent twice, and no refusal or log line holds a token, a code, a secret
 * or an address.
 */
export function createHttpCodeHost(
  settings: HttpCodeHostSettings,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): CodeHost {
  const addresses = codeHostAddresses(settings);
  const { webUrl, graphqlUrl } = addresses;
  const { clientId, clientSecret, callLimitMs = CODE_HOST_CALL_LIMIT_MS } = settings;
  const oauth = { webUrl, clientId, clientSecret };
  const send = createSend(addresses, { callLimitMs, answerMaxBytes: CODE_HOST_ANSWER_MAX_BYTES }, clock);
  const sendAsApp = createSendAsApp(settings, send, { clock, log });
  const tokenEndpoint = createTokenEndpoint(oauth, send, clock);
  const runGraphql = createGraphqlRunner(graphqlUrl, send);
  const installations = createAppInstallations(sendAsApp);
  const installationTokens = createInstallationTokens(sendAsApp, clock);
  const registeredApp = createRegisteredApp(addresses, sendAsApp, clock);
  const deliveries = createDeliveries(sendAsApp, log);
  const waysAs = (token: HostToken) => ({ addresses, runGraphql, sendAsUser: sendWith(send, token), log });

  return {
    authorizationUrl: (request) => authorizationUrl(oauth, request),
    exchangeCode: (exchange) => tokenEndpoint.exchange(exchange),
    refresh: (refreshToken) => tokenEndpoint.refresh(refreshToken),
    profile: (token) => readProfile(waysAs(token), token),
    installUrl: async (request) =>
      installUrl(addresses, { appPage: await pageOf(registeredApp()), appSlug: settings.appSlug }, request),
    installation: (id) => installations.one(id),
    installations: (page = null) => installations.page(page),
    repositoriesOf: (id, validators = null) =>
      readInstallationRepositories(
        { send: sendAsInstallation(installationTokens, send, id), installation: () => installations.one(id) },
        validators,
      ),
    deliveriesSince: (since) => deliveries.since(since),
    redeliver: (deliveryId) => deliveries.redeliver(deliveryId),
    findUser: (inviting, login) => findUser(waysAs(inviting.token), inviting, login),
    invite: (inviting, invitee) => invite(waysAs(inviting.token), inviting, invitee),
    query: (token, request) => runGraphql(token, request),
    ownMembership: (token, organization) => readOwnMembership(sendWith(send, token), organization),
    installationOn: (organization) => installations.on(organization),
    registeredApp,
    installationsOf: (token) => readInstallations(sendWith(send, token), log),
  };
}
