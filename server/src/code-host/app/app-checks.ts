import { type Static, Type } from 'typebox';
import type { HostResult } from '../../domain/host-refusal.ts';
import { REFUSAL_HEADER, SIGNATURE_REFUSED } from '../../domain/installation.ts';
import { CODE_HOST_ANSWER_MAX_BYTES, CODE_HOST_CALL_LIMIT_MS } from '../../lib/limits/code-host.ts';
import { CHECKED_INSTALLATION_PAGES_MAX } from '../../lib/limits/operate.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { HostToken } from '../../lib/secrets.ts';
import type { Clock, Log } from '../../lib/system.ts';
import { type CodeHostAddresses, codeHostAddresses } from '../addresses.ts';
import type { HttpCodeHostSettings } from '../code-host.ts';
import { createGraphqlRunner } from '../graphql.ts';
import { addressBelow, type HostAddress, hostPath } from '../host-path.ts';
import { followPages, linkedPages } from '../pages.ts';
import { rejected, UNEXPECTED } from '../send/refusals.ts';
import { bodyOf, createSend, type HostSend, type SendAs, unlessRefused } from '../send/send.ts';
import { fits, HostId, orNull, TextOrNull } from '../send/shapes.ts';
import type {
  AppChecks,
  CallBudget,
  CheckedInstallation,
  DeliveryOutcome,
  DeliveryRefuser,
  GraphqlCheck,
  ServerVersion,
  WebhookSettings,
} from './app-check-types.ts';
import { createInstallationTokens, createSendAsApp, sendAsInstallation } from './credentials.ts';
import { HostDelivery, parseDelivery } from './deliveries.ts';
import {
  createInstallationRequests,
  Granted,
  type InstallationRequestsHost,
  parseInstallations,
} from './installations.ts';
import { reachAddresses, reachSelf } from './reach.ts';
import { pageOn, parsePermissions } from './registered-app.ts';
import { readRegistration, versionIn } from './registration.ts';

type AppChecksSettings = Pick<
  HttpCodeHostSettings,
  'webUrl' | 'apiUrl' | 'kind' | 'appId' | 'appPrivateKey' | 'clientId' | 'clientSecret' | 'callLimitMs'
>;

export function createAppChecks(
  settings: AppChecksSettings,
  { clock, log, end }: { readonly clock: Clock; readonly log: Log; readonly end?: AbortSignal | undefined },
): AppChecks & InstallationRequestsHost {
  const addresses = codeHostAddresses(settings);
  const { callLimitMs = CODE_HOST_CALL_LIMIT_MS } = settings;
  const limits = { callLimitMs, answerMaxBytes: CODE_HOST_ANSWER_MAX_BYTES };
  const sendBounded = createSend(addresses, limits, clock);
  const send: typeof sendBounded = (request, token) => sendBounded({ end, ...request }, token);
  const sendAsApp = createSendAsApp(settings, send, { clock, log });
  const installationTokens = createInstallationTokens(sendAsApp, clock);
  const { checks: tokens } = installationTokens.reads;
  const asInstallation = (id: number): SendAs => sendAsInstallation(tokens, send, id);

  return {
    registration: () => readRegistration(settings, addresses.webUrl, send, clock),
    webhook: () => readWebhook(sendAsApp),
    deliveries: () => readDeliveries(sendAsApp),
    clientIsKnown: () => checkClientSecret(settings, send),
    isPublic: (slug) => readIsPublic(slug, send),
    installations: () => readInstallations(sendAsApp, addresses.webUrl, log),
    ...createInstallationRequests(addresses, sendAsApp, { clock, log }),
    serverVersion: (header, installationId) =>
      readServerVersion(
        header,
        addresses,
        installationId === null ? sendAnonymously(send) : asInstallation(installationId),
      ),
    graphql: async (installationId) =>
      checkGraphql(addresses.graphqlUrl, send, installationId === null ? null : await tokens.get(installationId)),
    budget: (installationId) => readBudget(asInstallation(installationId)),
    tokenRefusal: installationTokens.refusal,
    reach: () => reachAddresses(addresses, callLimitMs, end),
    reachSelf: (baseUrl) => reachSelf(baseUrl, limits, end),
  };
}

const sendAnonymously =
  (send: HostSend): SendAs =>
  async (request) =>
    unlessRefused(await send(request, null));

/** GitHub docs: Get a webhook configuration for an app. Some answers have numbers for strings. */
const HostWebhook = Type.Object({
  url: Type.Optional(TextOrNull),
  content_type: Type.Optional(TextOrNull),
  secret: Type.Optional(TextOrNull),
  insecure_ssl: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
});

async function readWebhook(sendAsApp: SendAs): Promise<HostResult<WebhookSettings | null>> {
  const response = bodyOf(await sendAsApp({ call: 'app.webhook', url: hostPath`/app/hook/config` }), HostWebhook);
  if (!response.ok) return response.refusal.kind === 'missing' ? ok(null) : response;
  const { url, content_type, secret, insecure_ssl } = response.value;
  return ok({
    url: url || null,
    contentType: content_type ?? 'form',
    checksCertificate: String(insecure_ssl ?? '0') !== '1',
    hasSecret: Boolean(secret),
  });
}

const HostOutcomes = Type.Array(
  Type.Intersect([HostDelivery, Type.Object({ throttled_at: Type.Optional(orNull(Type.String())) })]),
);

/** Ignores pings: that of a new App arrives before the service runs. */
async function readDeliveries(sendAsApp: SendAs) {
  const read = async (url: HostAddress): Promise<HostResult<readonly ReadOutcome[]>> => {
    const response = bodyOf(await sendAsApp({ call: 'app.deliveries', url }), HostOutcomes);
    if (!response.ok) return response;
    const outcomes = response.value.filter(({ event }) => event !== 'ping').map(outcomeOf);
    return ok(outcomes.filter((each) => !Number.isNaN(each.deliveredAt.getTime())));
  };
  const [newest, failed] = await Promise.all([
    read(hostPath`/app/hook/deliveries?per_page=100`),
    read(hostPath`/app/hook/deliveries?status=failure&per_page=100`),
  ]);
  if (!newest.ok) return newest;
  if (!failed.ok) return failed;
  // A server without the `status` parameter lists all deliveries.
  const lost = failed.value.filter((each) => !each.succeeded);
  const refused = lost.find(({ statusCode }) => statusCode === 401 || statusCode === 403);
  const refusedBy = refused === undefined ? null : await readRefuser(refused.id, sendAsApp);
  return ok({ newest: newest.value, failed: lost, refusedBy });
}

const HostAnswered = Type.Object({
  response: Type.Object({
    headers: orNull(Type.Record(Type.String(), Type.Unknown())),
    payload: orNull(Type.Unknown()),
  }),
});

/** GitHub docs: Get a delivery for an app webhook. */
async function readRefuser(id: string, sendAsApp: SendAs): Promise<DeliveryRefuser | null> {
  const url = hostPath`/app/hook/deliveries/${id}`;
  const response = bodyOf(await sendAsApp({ call: 'app.delivery', url }), HostAnswered);
  if (!response.ok) return null;
  const { headers, payload } = response.value.response;
  const [, reason] = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === REFUSAL_HEADER) ?? [];
  if (reason === 'signature-missing' || reason === 'signature-wrong') return reason;
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload ?? '');
  return text.includes(SIGNATURE_REFUSED) ? 'orgdesk' : 'other';
}

/** Returns null if unknown: some Enterprise Servers show no App without a credential. */
async function readIsPublic(slug: string, send: HostSend): Promise<HostResult<boolean | null>> {
  const response = unlessRefused(await send({ call: 'app.public', url: hostPath`/apps/${slug}` }, null));
  if (response.ok) return ok(true);
  const { kind } = response.refusal;
  if (kind === 'missing') return ok(false);
  return kind === 'unreachable' ? response : ok(null);
}

type ReadOutcome = DeliveryOutcome & { readonly id: string };

const outcomeOf = (entry: Static<typeof HostOutcomes>[number]): ReadOutcome => {
  const { id, guid, succeeded, deliveredAt } = parseDelivery(entry);
  return { id, guid, succeeded, deliveredAt, statusCode: entry.status_code, status: entry.status };
};

const Page = Type.Object({ id: HostId, html_url: Type.String({ maxLength: 1_000 }) });

const GrantedInstallations = Type.Array(Granted);

async function readInstallations(sendAsApp: SendAs, webUrl: string, log: Log) {
  const list = linkedPages(
    sendAsApp,
    { call: 'app.installations', url: hostPath`/app/installations` },
    GrantedInstallations,
  );
  const installations: CheckedInstallation[] = [];
  let pageCount = 0;
  for await (const page of followPages(list, { pagesMax: CHECKED_INSTALLATION_PAGES_MAX + 1, longer: 'cut' }, log)) {
    if (!page.ok) return page;
    pageCount += 1;
    if (pageCount > CHECKED_INSTALLATION_PAGES_MAX) break;
    for (const entry of page.value) {
      const parsed = parseInstallations([entry]);
      if (!parsed.ok) return parsed;
      const page = fits(Page, entry) ? pageOn(webUrl, entry.html_url) : null;
      const permissions = parsePermissions(entry.permissions);
      installations.push(...parsed.value.map((each) => ({ ...each, permissions, page })));
    }
  }
  return ok({ installations, isComplete: pageCount <= CHECKED_INSTALLATION_PAGES_MAX });
}

const Meta = Type.Object({ installed_version: Type.String({ maxLength: 100 }) });

/** GitHub docs: Get GitHub Enterprise Server meta information. In private mode it needs a credential. */
async function readServerVersion(
  header: string | null,
  { kind }: Pick<CodeHostAddresses, 'kind'>,
  send: SendAs,
): Promise<ServerVersion> {
  if (header !== null) return { isEnterpriseServer: true, version: header };
  if (kind !== 'enterprise-server') return { isEnterpriseServer: false, version: null };
  const meta = bodyOf(await send({ call: 'meta.read', url: hostPath`/meta` }), Meta);
  return { isEnterpriseServer: true, version: meta.ok ? versionIn(meta.value.installed_version) : null };
}

const Resource = Type.Object({
  limit: Type.Integer({ minimum: 0 }),
  remaining: Type.Integer({ minimum: 0 }),
  reset: Type.Integer({ minimum: 0, maximum: 8_000_000_000_000 }),
});
const Limits = Type.Object({
  resources: Type.Object({ core: Resource, graphql: Type.Optional(Resource) }),
});

/** This call is free. An Enterprise Server without limits answers 404. */
async function readBudget(sendAsInstallation: SendAs): Promise<HostResult<readonly CallBudget[]>> {
  const response = bodyOf(await sendAsInstallation({ call: 'limits.read', url: hostPath`/rate_limit` }), Limits);
  if (!response.ok) return response.refusal.kind === 'missing' ? ok([]) : response;
  const { core, graphql } = response.value.resources;
  const budgetOf = (kind: CallBudget['kind'], { limit, remaining, reset }: typeof core): CallBudget => ({
    kind,
    limit,
    remaining,
    resetAt: new Date(reset * 1000),
  });
  return ok([budgetOf('REST', core), ...(graphql === undefined ? [] : [budgetOf('GraphQL', graphql)])]);
}

/** Cannot be a valid token: the platform's tokens are longer. */
const MADE_UP_TOKEN = 'orgdesk-asks-whether-its-client-secret-is-right';

/**
 * With a valid client ID and secret, the platform answers that the token does not exist. GitHub docs: Check a token.
 * The 401 for a wrong secret is undocumented.
 */
async function checkClientSecret(
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  send: HostSend,
): Promise<HostResult<boolean>> {
  const encoded = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const url = hostPath`/applications/${clientId}/token`;
  const secrets = [clientSecret, encoded];
  const body = { access_token: MADE_UP_TOKEN };
  const response = unlessRefused(
    await send(
      { call: 'app.check-token', method: 'POST', url, body, authorization: `Basic ${encoded}`, secrets },
      null,
    ),
  );
  if (response.ok) return ok(true);
  const { refusal } = response;
  if (refusal.kind === 'unauthorized') return ok(false);
  const isAccepted = refusal.kind === 'missing' || (refusal.kind === 'rejected' && refusal.status === 422);
  return isAccepted ? ok(true) : response;
}

const QUERY = { operationName: 'Check', query: 'query Check { __typename }', variables: {} };

/** What gateways refuse with differs: every answer of the platform has this header, every refusal this field. */
const MARK = 'x-github-request-id';
const Refusal = Type.Object({ message: Type.String(), documentation_url: Type.String() });

/** A firewall may refuse GraphQL alone, and POST alone. `token` is null without an installation. */
async function checkGraphql(
  graphqlUrl: string,
  send: HostSend,
  token: HostResult<HostToken> | null,
): Promise<GraphqlCheck> {
  if (token === null) return checkAnonymously(graphqlUrl, send);
  if (!token.ok) return ok('not-asked');
  const response = await createGraphqlRunner(graphqlUrl, send)(token.value, QUERY);
  return response.ok ? ok('answers') : response;
}

/** The platform refuses this query; the question is who does. */
async function checkAnonymously(graphqlUrl: string, send: HostSend): Promise<GraphqlCheck> {
  const url = addressBelow(graphqlUrl, hostPath``);
  const response = await send({ call: 'graphql.Check', method: 'POST', url, body: QUERY }, null);
  if (!response.ok) return response;
  const { headers, body, refusal } = response.value;
  if (refusal === null) return typeof body === 'string' ? refuse(UNEXPECTED) : ok('answers');
  if (refusal.kind === 'unreachable') return refuse(refusal);
  return MARK in headers || fits(Refusal, body) ? ok('answers') : refuse(rejected(response.value));
}
