import { type Static, Type } from 'typebox';
import { CODE_HOST_ANSWER_MAX_BYTES, CODE_HOST_CALL_LIMIT_MS } from '../../../../domain/limits/code-host.ts';
import { CHECKED_INSTALLATION_PAGES_MAX } from '../../../../domain/limits/set-up-checks.ts';
import { ok } from '../../../../domain/result.ts';
import type {
  AppChecks,
  CheckedInstallation,
  DeliveryOutcome,
  WebhookSettings,
} from '../../../../ports/code-host/app-checks.ts';
import type { InstallationRequestsHost } from '../../../../ports/code-host/installation-requests.ts';
import type { Told } from '../../../../ports/code-host/refusals.ts';
import type { Clock, Log } from '../../../../ports/system.ts';
import { codeHostAddresses } from '../../addresses.ts';
import type { HttpCodeHostSettings } from '../../code-host.ts';
import { followPages, linkedPages } from '../../pages/pages.ts';
import { bodyOf, createSend, type SendAs } from '../../send/send.ts';
import { fits, HostId, orNull, TextOrNull } from '../../send/shapes.ts';
import { createSendAsApp } from '../app-credential.ts';
import { HostDelivery, parseDelivery } from '../deliveries.ts';
import { createInstallationTokens, sendAsInstallation } from '../installation-credential.ts';
import { createInstallationRequests } from '../installation-requests.ts';
import { Granted, parseInstallations } from '../installations.ts';
import { pageOn, parsePermissions } from '../registered-app.ts';
import { readBudget } from './budget.ts';
import { askWhetherClientIsKnown } from './client-secret.ts';
import { reachAddresses, reachSelf } from './reach.ts';
import { readRegistration } from './registration.ts';

/** What the App proves itself with, and where. */
export type AppChecksSettings = Pick<
  HttpCodeHostSettings,
  'webUrl' | 'apiUrl' | 'kind' | 'appId' | 'appPrivateKey' | 'clientId' | 'clientSecret' | 'callLimitMs'
>;

/** Checks of one code host and the App registered there. Once `end` is aborted, calls are cut. */
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
  const tokens = createInstallationTokens(sendAsApp, clock);

  return {
    registration: () => readRegistration(settings, addresses.webUrl, send, clock),
    webhook: () => readWebhook(sendAsApp),
    deliveries: () => readDeliveries(sendAsApp),
    clientIsKnown: () => askWhetherClientIsKnown(settings, send),
    installations: () => readInstallations(sendAsApp, addresses.webUrl, log),
    ...createInstallationRequests(addresses, sendAsApp, { clock, log }),
    budget: (installationId) => readBudget(sendAsInstallation(tokens, send, installationId)),
    reach: () => reachAddresses(addresses, callLimitMs, end),
    reachSelf: (baseUrl) => reachSelf(baseUrl, limits, end),
  };
}

/** GitHub docs: Get a webhook configuration for an app. A number stands for a text in some answers, and none for the default. */
const HostWebhook = Type.Object({
  url: Type.Optional(TextOrNull),
  content_type: Type.Optional(TextOrNull),
  secret: Type.Optional(TextOrNull),
  insecure_ssl: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
});

async function readWebhook(sendAsApp: SendAs): Promise<Told<WebhookSettings | null>> {
  const told = bodyOf(await sendAsApp({ url: '/app/hook/config' }), HostWebhook);
  if (!told.ok) return told.refusal.kind === 'missing' ? ok(null) : told;
  const { url, content_type, secret, insecure_ssl } = told.value;
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

/**
 * Two calls. One page is enough to see how it goes. Pings are left out: the one that is sent when an App is registered
 * finds a service that does not run yet, and no event was lost with it.
 */
async function readDeliveries(sendAsApp: SendAs) {
  const read = async (query: string): Promise<Told<readonly DeliveryOutcome[]>> => {
    const told = bodyOf(await sendAsApp({ url: `/app/hook/deliveries?${query}per_page=100` }), HostOutcomes);
    if (!told.ok) return told;
    const outcomes = told.value.filter(({ event }) => event !== 'ping').map(outcomeOf);
    return ok(outcomes.filter((each) => !Number.isNaN(each.deliveredAt.getTime())));
  };
  const [newest, failed] = await Promise.all([read(''), read('status=failure&')]);
  if (!newest.ok) return newest;
  // One that does not know the parameter lists all.
  return failed.ok ? ok({ newest: newest.value, failed: failed.value.filter((each) => !each.succeeded) }) : failed;
}

const outcomeOf = (entry: Static<typeof HostOutcomes>[number]): DeliveryOutcome => {
  const { guid, succeeded, deliveredAt } = parseDelivery(entry);
  return { guid, succeeded, deliveredAt, statusCode: entry.status_code, status: entry.status };
};

const Page = Type.Object({ id: HostId, html_url: Type.String({ maxLength: 1_000 }) });

const GrantedInstallations = Type.Array(Granted);

async function readInstallations(sendAsApp: SendAs, webUrl: string, log: Log) {
  const list = linkedPages(sendAsApp, '/app/installations', GrantedInstallations);
  const installations: CheckedInstallation[] = [];
  let pages = 0;
  for await (const page of followPages(list, { pagesMax: CHECKED_INSTALLATION_PAGES_MAX + 1, longer: 'cut' }, log)) {
    if (!page.ok) return page;
    pages += 1;
    if (pages > CHECKED_INSTALLATION_PAGES_MAX) break;
    for (const entry of page.value) {
      const parsed = parseInstallations([entry]);
      if (!parsed.ok) return parsed;
      const page = fits(Page, entry) ? pageOn(webUrl, entry.html_url) : null;
      const permissions = parsePermissions(entry.permissions);
      installations.push(...parsed.value.map((each) => ({ ...each, permissions, page })));
    }
  }
  return ok({ installations, isComplete: pages <= CHECKED_INSTALLATION_PAGES_MAX });
}
