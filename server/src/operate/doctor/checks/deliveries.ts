import type { DeliveryOutcome, DeliveryRefuser } from '../../../code-host/app/checks/types.ts';
import { registeredAddresses } from '../../../domain/app-registration.ts';
import { CHECKED_DELIVERIES_MS, LOST_DELIVERIES_WARNING_SHARE } from '../../../lib/limits/set-up-checks.ts';
import { describeCheck } from '../check.ts';
import { fail, fine, note, warn } from '../finding.ts';

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
    const words = status === null ? '' : status.replaceAll(/[^\w :.-]/g, '').slice(0, 60);
    return statusCode === null || statusCode === 0
      ? words || 'no response'
      : `${statusCode}${words === '' ? '' : ` (${words})`}`;
  });
  return [...groups].map(([status, { length }]) => `${length} with ${status}`).join(', ');
}

function nextOf(
  lost: DeliveryOutcome | undefined,
  { address, refusedBy }: { readonly address: string; readonly refusedBy: DeliveryRefuser | null },
): string {
  const code = lost?.statusCode ?? 0;
  const words = lost?.status ?? '';
  if (/certificate|ssl|tls|peer/i.test(words))
    return `The code host does not trust the certificate at ${address}: install a valid certificate with its intermediate certificates.`;
  if (/connect|timed? ?out|host|resolve/i.test(words) || code === 0) {
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
