import { registeredAddresses } from '../../domain/app/app-registration.ts';
import { CHECKED_DELIVERIES_MS, LOST_DELIVERIES_WARNING_SHARE } from '../../domain/limits/set-up-checks.ts';
import type { DeliveryOutcome, DeliveryRefuser } from '../../ports/code-host/app-checks.ts';
import { describeCheck } from '../check.ts';
import { fail, fine, note, warn } from '../finding.ts';

export const deliveries = describeCheck({
  name: 'deliveries',
  about: 'webhooks of the last 24 hours arrived; what failed, and why',
  needs: ['now', 'baseUrl', 'deliveries'],
  judge: ({ now, baseUrl, deliveries: { newest, failed, refusedBy } }) => {
    const since = now.getTime() - CHECKED_DELIVERIES_MS;
    const isRecent = ({ deliveredAt }: DeliveryOutcome) => deliveredAt.getTime() >= since;
    const tried = newest.filter(isRecent);
    const arrived = new Set(newest.filter(({ succeeded }) => succeeded).map(({ guid }) => guid));
    const lost = failed.filter(isRecent).filter(({ guid }) => !arrived.has(guid));
    const lostEvents = new Map(lost.toReversed().map((attempt) => [attempt.guid, attempt]));
    const [last] = tried;
    if (last === undefined) return [note('No webhook was sent in the last 24 hours.')];
    if (lostEvents.size === 0) return [fine(`Of the webhooks of the last 24 hours (${countOf(tried)}), none is lost.`)];

    const events = new Set([...tried.map(({ guid }) => guid), ...lostEvents.keys()]).size;
    const statuses = statusesOf([...lostEvents.values()]);
    const summary = `Of ${events === tried.length ? events : `${events} or more`} webhooks of the last 24 hours, ${lostEvents.size} failed: ${statuses}.`;
    const next = nextOf(lost[0], { address: registeredAddresses(baseUrl).webhook.href, refusedBy });
    if (!last.succeeded) return [fail(`${summary} The newest failed as well.`, next)];
    if (lostEvents.size / events < LOST_DELIVERIES_WARNING_SHARE)
      return [fine(`${summary} orgdesk asks for them again.`)];
    return [
      warn(`${summary} The newest arrived.`, `orgdesk asks for them again, or at once: orgdesk reconcile. ${next}`),
    ];
  },
});

const countOf = ({ length }: readonly unknown[]): string => (length === 100 ? '100 or more' : String(length));

function statusesOf(lost: readonly DeliveryOutcome[]): string {
  const groups = Map.groupBy(lost, ({ statusCode, status }) => {
    const words = status === null ? '' : status.replaceAll(/[^\w :.-]/g, '').slice(0, 60);
    return statusCode === null || statusCode === 0
      ? words || 'no answer'
      : `${statusCode}${words === '' ? '' : ` (${words})`}`;
  });
  return [...groups].map(([status, { length }]) => `${length} with ${status}`).join(', ');
}

/** Suggests the next step for the newest lost delivery. */
function nextOf(
  lost: DeliveryOutcome | undefined,
  { address, refusedBy }: { readonly address: string; readonly refusedBy: DeliveryRefuser | null },
): string {
  const code = lost?.statusCode ?? 0;
  const words = lost?.status ?? '';
  if (/certificate|ssl|tls|peer/i.test(words))
    return `The code host does not trust the certificate at ${address}: put a valid one there, with all between it and its authority.`;
  if (/connect|timed? ?out|host|resolve/i.test(words) || code === 0) {
    return `The code host does not get to ${address}: open the way from the internet, or from the code host's network, to it.`;
  }
  if (code === 401 || code === 403) return nextOfRefused(refusedBy, address);
  if (code === 404 || code === 405)
    return `Nothing takes webhooks at that path: the Webhook URL has to be ${address}, and the proxy has to pass it on as it is.`;
  if (code >= 500) return 'See the log of orgdesk and of the proxy before it at that time.';
  return `Webhooks have to arrive at ${address} unchanged, body and headers.`;
}

const SAME_SECRET = 'set CODE_HOST_WEBHOOK_SECRET and the Webhook secret of the App to the same text';
const ON_THE_WAY = 'let the proxy pass on the header X-Hub-Signature-256 and the body as they are';

function nextOfRefused(refusedBy: DeliveryRefuser | null, address: string): string {
  switch (refusedBy) {
    case 'signature-wrong':
      return `orgdesk refuses the signature: ${SAME_SECRET}. If they are the same, ${ON_THE_WAY}.`;
    case 'signature-missing':
      return `The signature does not arrive at orgdesk: ${ON_THE_WAY}. Without a Webhook secret in the App nothing is signed.`;
    case 'other':
      return `Something before orgdesk refuses them, such as a firewall or proxy: let requests of the code host through to ${address}.`;
    case 'orgdesk':
    case null:
      return `Either orgdesk refuses the signature: ${SAME_SECRET}, and ${ON_THE_WAY}. Or something before it refuses them: see its log.`;
  }
}
