import type {
  DeliveryOutcome,
  DeliveryRefuser,
  Registration,
  WebhookSettings,
} from '../../code-host/app/app-check-types.ts';
import {
  lackingOf,
  missingPermissions,
  NEEDED,
  NEEDED_EVENTS,
  NEEDED_PERMISSIONS,
  OPTIONAL_PERMISSIONS,
  registeredAddresses,
} from '../../domain/installation.ts';
import { CHECKED_DELIVERIES_MS, LOST_DELIVERIES_WARNING_SHARE } from '../../lib/limits/operate.ts';
import { blockedBy, describeCheck, FIREWALL, type Finding, fail, fine, note, warn } from './check.ts';

const permissionsPage = ({ settingsPage }: Registration): string =>
  settingsPage === null ? "the App's settings page › Permissions & events" : `${settingsPage}/permissions`;

export const permissions = describeCheck({
  name: 'permissions',
  about: 'the App requests every permission that orgdesk needs',
  needs: ['registration'],
  judge: ({ registration }) => {
    const missing = missingPermissions(NEEDED, registration.permissions);
    if (missing.length > 0) {
      return missing.map(({ name, wanted: needed, granted }) =>
        fail(
          `The App requests ${granted === null ? `no ${name}` : `${name}: ${granted}`}; orgdesk needs ${name}: ${needed}, ${purposeOf(name)}.`,
          `Request it at ${permissionsPage(registration)}; then an owner of each installation must accept it.`,
        ),
      );
    }
    const unused = lackingOf(OPTIONAL_PERMISSIONS, registration.permissions);
    const more = unused.map(({ name, level, purpose }) => ` Also useful: ${name}: ${level}, ${purpose}.`);
    return [fine(`The App requests all permissions that orgdesk needs.${more.join('')}`)];
  },
});

const purposeOf = (name: string): string => NEEDED_PERMISSIONS.find((needed) => needed.name === name)?.purpose ?? '';

export const events = describeCheck({
  name: 'events',
  about: 'the App subscribes to every event that orgdesk uses',
  needs: ['registration'],
  judge: ({ registration }) => {
    const missing = NEEDED_EVENTS.filter((event) => !registration.events.includes(event));
    if (missing.length === 0) return [fine('The App subscribes to all events that orgdesk uses.')];
    return [
      warn(
        `The App does not subscribe to ${missing.join(', ')}: these changes are missing from the audit log, or appear late.`,
        `Subscribe at ${permissionsPage(registration)}, below the permissions.`,
      ),
    ];
  },
});

export const webhook = describeCheck({
  name: 'webhook',
  about: 'the webhook is active, with the right URL, content type, SSL verification and secret',
  needs: ['baseUrl', 'settings', 'registration', 'webhook'],
  judge: ({ baseUrl, settings: { hasWebhookSecret }, registration, webhook: configured }) => {
    const { href } = registeredAddresses(baseUrl).webhook;
    const where = whereOf(registration);
    if (configured === null || configured.url === null) {
      const activate = `At ${where}, select Active and set the Webhook URL to ${href}`;
      if (baseUrl.protocol === 'https:')
        return [fail('The App has no webhook, so orgdesk sees changes late.', activate)];
      return [
        warn(
          `The App has no webhook, because ${baseUrl.origin} is reachable only from this machine. orgdesk sees changes late.`,
          activate,
        ),
      ];
    }
    const problems = [
      ...addressProblems(configured, href, where),
      ...secretProblems(configured, hasWebhookSecret, where),
      ...(configured.contentType === 'json'
        ? []
        : [
            fail(
              `Webhooks are sent ${configured.contentType === 'form' ? 'as form data' : 'with another content type'} instead of JSON, so orgdesk rejects them.`,
              "Save the webhook on the App's settings page, which sets JSON, or call PATCH /app/hook/config with content_type json.",
            ),
          ]),
      ...(configured.checksCertificate || !href.startsWith('https:')
        ? []
        : [
            warn(
              "The code host does not verify orgdesk's certificate when it sends webhooks.",
              `At ${where}, enable SSL verification.`,
            ),
          ]),
    ];
    return problems.length > 0 ? problems : [fine(`Webhooks are sent to ${href}, signed.`)];
  },
});

const whereOf = ({ settingsPage }: Registration): string => settingsPage ?? "the App's settings page";

function addressProblems({ url }: WebhookSettings, href: string, where: string): readonly Finding[] {
  if (url === href) return [];
  // A query or fragment may contain a password.
  const current = url !== null && URL.canParse(url) ? new URL(url).origin + new URL(url).pathname : 'another URL';
  return [fail(`Webhooks are sent to ${current} instead of ${href}`, `At ${where}, set the Webhook URL to ${href}`)];
}

function secretProblems({ hasSecret }: WebhookSettings, isSet: boolean, where: string): readonly Finding[] {
  if (hasSecret && isSet) return [];
  if (isSet) {
    return [
      fail(
        'Webhooks are not signed, but CODE_HOST_WEBHOOK_SECRET is set, so orgdesk rejects all of them.',
        `At ${where}, set the Webhook secret to the same value.`,
      ),
    ];
  }
  const next = hasSecret
    ? 'Set it to the secret of the webhook'
    : `Set it and the Webhook secret at ${where} to the same random value`;
  return [warn('CODE_HOST_WEBHOOK_SECRET is not set, so anyone who knows the URL can send webhooks.', `${next}.`)];
}

export const deliveries = describeCheck({
  name: 'deliveries',
  about: 'webhook deliveries of the last 24 hours succeeded',
  needs: ['now', 'baseUrl', 'deliveries'],
  judge: ({ now, baseUrl, deliveries: { newest, failed, refusedBy } }) => {
    const since = now.getTime() - CHECKED_DELIVERIES_MS;
    const isRecent = ({ deliveredAt }: DeliveryOutcome) => deliveredAt.getTime() >= since;
    const tried = newest.filter(isRecent);
    const arrived = new Set(newest.filter(({ succeeded }) => succeeded).map(({ guid }) => guid));
    const lost = failed.filter(isRecent).filter(({ guid }) => !arrived.has(guid));
    const lostEvents = new Map(lost.toReversed().map((attempt) => [attempt.guid, attempt]));
    const [last] = tried;
    if (last === undefined) return [note('No webhooks were sent in the last 24 hours.')];
    if (lostEvents.size === 0) return [fine(`All webhooks of the last 24 hours were delivered (${countOf(tried)}).`)];

    const events = new Set([...tried.map(({ guid }) => guid), ...lostEvents.keys()]).size;
    const statuses = statusesOf([...lostEvents.values()]);
    const summary = `${lostEvents.size} of ${events === tried.length ? events : `${events} or more`} webhooks failed in the last 24 hours: ${statuses}.`;
    const next = nextOf(lost[0], { address: registeredAddresses(baseUrl).webhook.href, refusedBy });
    if (!last.succeeded) return [fail(`${summary} The most recent one failed.`, next)];
    if (lostEvents.size / events < LOST_DELIVERIES_WARNING_SHARE)
      return [fine(`${summary} orgdesk requests redelivery.`)];
    return [
      warn(
        `${summary} The most recent one was delivered.`,
        `orgdesk requests redelivery automatically; to do it now, run orgdesk reconcile. ${next}`,
      ),
    ];
  },
});

const countOf = ({ length }: readonly unknown[]): string => (length === 100 ? '100 or more' : String(length));

function statusesOf(lost: readonly DeliveryOutcome[]): string {
  const groups = Map.groupBy(lost, ({ statusCode, status }) => {
    const text = status === null ? '' : status.replaceAll(/[^\w :.-]/g, '').slice(0, 60);
    return statusCode === null || statusCode === 0
      ? text || 'no response'
      : `${statusCode}${text === '' ? '' : ` (${text})`}`;
  });
  return [...groups].map(([status, { length }]) => `${length} with ${status}`).join(', ');
}

function nextOf(
  lost: DeliveryOutcome | undefined,
  { address, refusedBy }: { readonly address: string; readonly refusedBy: DeliveryRefuser | null },
): string {
  const code = lost?.statusCode ?? 0;
  const text = lost?.status ?? '';
  if (/certificate|ssl|tls|peer/i.test(text))
    return `The code host does not trust the certificate at ${address}: install a valid certificate with its intermediate certificates.`;
  if (/connect|timed? ?out|host|resolve/i.test(text) || code === 0) {
    return `The code host cannot reach ${address}: allow requests from the internet or from the code host's network.`;
  }
  if (code === 401 || code === 403) return nextOfRefused(refusedBy, address);
  if (code === 404 || code === 405)
    return `Nothing accepts webhooks at that path: set the Webhook URL to ${address}, and make the proxy forward the path unchanged.`;
  if (code >= 300 && code < 400)
    return `The code host follows no redirect: make the proxy pass requests to ${address} on instead.`;
  if (code === 413)
    return `The proxy in front of orgdesk rejects large webhooks: let it accept bodies of 25 MB at ${address}`;
  if (code === 429) return `A proxy in front of orgdesk limits requests: exempt ${address}`;
  if (code >= 500) return 'See the logs of orgdesk and its proxy at that time.';
  return `Webhooks must arrive at ${address} with body and headers unchanged.`;
}

const SAME_SECRET = "set CODE_HOST_WEBHOOK_SECRET and the App's Webhook secret to the same value";
const ON_THE_WAY = 'make the proxy forward the X-Hub-Signature-256 header and the body unchanged';

function nextOfRefused(refusedBy: DeliveryRefuser | null, address: string): string {
  switch (refusedBy) {
    case 'signature-wrong':
      return `orgdesk rejects the signature: ${SAME_SECRET}. If they match, ${ON_THE_WAY}.`;
    case 'signature-missing':
      return `The signature does not reach orgdesk: ${ON_THE_WAY}. Without a Webhook secret in the App, webhooks are not signed.`;
    case 'other':
      return `A firewall or proxy in front of orgdesk rejects them: allow the code host's requests to ${address}.`;
    case 'orgdesk':
    case null:
      return `Either orgdesk rejects the signature: ${SAME_SECRET}, and ${ON_THE_WAY}. Or a proxy or firewall rejects them: see its log.`;
  }
}

export const app = describeCheck({
  name: 'app',
  about: 'the code host accepts the App ID and the private key',
  needs: ['app', 'settings'],
  judge: ({ app: { registration }, settings: { appId } }) => {
    if (registration.ok) {
      const { id, slug, owner } = registration.value;
      return [
        fine(`The code host accepts the key of App ${id}, ${slug}${owner === null ? '' : `, owned by ${owner}`}.`),
      ];
    }
    const { refusal } = registration;
    switch (refusal.kind) {
      case 'clock':
        return blockedBy('clock');
      case 'ip-allow-list':
        return blockedBy('address');
      case 'rate-limited':
        return [
          fail(
            `The App is rate limited${refusal.retryAt === null ? ' for now' : ` until ${refusal.retryAt.toISOString()}`}.`,
            'Wait, and check whether something else uses the App.',
          ),
        ];
      case 'key':
        return [
          fail(
            `The code host rejects CODE_HOST_APP_PRIVATE_KEY for App ${appId}: ${plain(refusal.message) || 'it gives no reason'}.`,
            "Compare CODE_HOST_APP_ID with the App's settings page. If it matches, generate a new private key there and set CODE_HOST_APP_PRIVATE_KEY. If both match, check whether a proxy removes the Authorization header.",
          ),
        ];
      case 'unknown-app':
        return [
          fail(
            `The code host has no App with ID ${appId}.`,
            "Set CODE_HOST_APP_ID to the ID on the App's settings page, and CODE_HOST_URL to the code host where the App is registered.",
          ),
        ];
      case 'unusable-key':
        return [
          fail(
            `${refusal.message}.`,
            "Generate a private key on the App's settings page and set CODE_HOST_APP_PRIVATE_KEY.",
          ),
        ];
      case 'no-api':
        return [
          fail(
            `No REST API at the configured address (answered ${refusal.status}).`,
            'Set CODE_HOST_API_URL to the REST API; on Enterprise Server it ends in /api/v3. If unset, it is derived from CODE_HOST_URL.',
          ),
        ];
      case 'page':
        return [
          fail(
            `A web page answers in place of the REST API (${refusal.status}).`,
            'Set CODE_HOST_API_URL to the REST API, and check whether a proxy or the login page of the network answers.',
          ),
        ];
      case 'moved':
        return [
          fail(
            `The REST API answers with a redirect (${refusal.status}), which orgdesk does not follow.`,
            'Set CODE_HOST_URL and CODE_HOST_API_URL to the address it redirects to. If that is a sign-in, check the firewall or proxy.',
          ),
        ];
      case 'suspended':
        return [
          fail(
            `The code host has suspended the App: ${plain(refusal.message)}.`,
            "The App's owner finds the reason on the App's settings page, or can contact the code host's support.",
          ),
        ];
      case 'refused':
        return [
          fail(
            `The request for the App was refused with 403: ${plain(refusal.message) || 'no reason is given'}.`,
            `Check whether ${FIREWALL} refuses the request. The key was not checked.`,
          ),
        ];
      case 'silent':
        return [
          fail(
            `The code host did not return a usable response about the App: ${plain(refusal.message)}.`,
            "Retry, and check the code host's status page.",
          ),
        ];
    }
  },
});

const plain = (message: string): string => message.replace(/[.\s]+$/, '');

export const visibility = describeCheck({
  name: 'visibility',
  about: 'whether accounts other than the owner can install the App',
  needs: ['isPublic', 'registration'],
  judge: ({ isPublic, registration: { owner, isOwnedByPerson, settingsPage } }) => {
    if (isPublic === null) return [note('Unknown: whether the App is public. The code host does not report it.')];
    if (isPublic) return [fine('The App is public: any account that can see it can install it.')];
    const next = `To install it on other accounts, make it public at ${settingsPage ?? 'its settings page'}/advanced`;
    if (isOwnedByPerson) {
      return [
        warn(`The App is private and owned by the user account ${owner ?? ''}: no organization can install it.`, next),
      ];
    }
    return [note(`The App is private: ${owner ?? 'its owner'} is the only account that can install it.`, next)];
  },
});

export const clientId = describeCheck({
  name: 'client-id',
  about: 'the client ID belongs to this App',
  needs: ['settings', 'registration'],
  judge: ({ settings: { clientId: configured }, registration: { clientId: registered, settingsPage } }) => {
    if (configured === null) return blockedBy('settings');
    if (registered === null) return [fine("The code host does not report the App's client ID.")];
    if (registered === configured) return [fine('CODE_HOST_CLIENT_ID matches the App.')];
    return [
      fail(
        `CODE_HOST_CLIENT_ID does not match the App's client ID, ${registered}.`,
        `Set CODE_HOST_CLIENT_ID to it, and generate a client secret at ${settingsPage ?? 'the same page'}. Do not use a separate OAuth app.`,
      ),
    ];
  },
});

export const slug = describeCheck({
  name: 'slug',
  about: 'the slug belongs to this App, so that installation links work',
  needs: ['settings', 'registration'],
  judge: ({ settings: { appSlug }, registration: { slug: registered } }) => {
    if (appSlug === null) return blockedBy('settings');
    if (appSlug.toLowerCase() === registered.toLowerCase()) return [fine('CODE_HOST_APP_SLUG matches the App.')];
    return [
      fail(`CODE_HOST_APP_SLUG does not match the App's slug, ${registered}.`, `Set CODE_HOST_APP_SLUG=${registered}.`),
    ];
  },
});

export const clientSecret = describeCheck({
  name: 'client-secret',
  about: 'the code host accepts the client secret (tested with an invalid token)',
  needs: ['settings', 'clientIsKnown', 'registration'],
  judge: ({
    settings: { clientId: configured },
    clientIsKnown,
    registration: { clientId: registered, settingsPage },
  }) => {
    if (clientIsKnown) return [fine('The code host accepts CODE_HOST_CLIENT_SECRET.')];
    if (registered !== null && registered !== configured) return blockedBy('client-id');
    return [
      fail(
        'The code host rejects CODE_HOST_CLIENT_ID with CODE_HOST_CLIENT_SECRET, so nobody can sign in.',
        `Generate a client secret at ${settingsPage ?? "the App's settings page"} and set CODE_HOST_CLIENT_SECRET.`,
      ),
    ];
  },
});
