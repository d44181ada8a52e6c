import type { Registration, WebhookSettings } from '../../../code-host/app/checks/types.ts';
import { registeredAddresses } from '../../../domain/app-registration.ts';
import { describeCheck } from '../check.ts';
import { type Finding, fail, fine, warn } from '../finding.ts';

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
