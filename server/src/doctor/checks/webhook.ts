import { registeredAddresses } from '../../domain/app/app-registration.ts';
import type { Registration, WebhookSettings } from '../../ports/code-host/app-checks.ts';
import { describeCheck } from '../check.ts';
import { type Finding, fail, fine, warn } from '../finding.ts';

export const webhook = describeCheck({
  name: 'webhook',
  about: 'the webhook is active, with the right address, JSON, certificate check and secret',
  needs: ['baseUrl', 'settings', 'registration', 'webhook'],
  judge: ({ baseUrl, settings: { hasWebhookSecret }, registration, webhook: configured }) => {
    const { href } = registeredAddresses(baseUrl).webhook;
    const where = whereOf(registration);
    if (configured === null || configured.url === null) {
      const activate = `At ${where}, tick Active and set the Webhook URL to ${href}`;
      if (baseUrl.protocol === 'https:')
        return [fail('The App has no webhook: orgdesk learns of changes late.', activate)];
      return [
        warn(
          `The App has no webhook, as none arrives at an address of one machine like ${baseUrl.origin}: orgdesk learns of changes late.`,
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
              `Webhooks are sent as ${configured.contentType === 'form' ? 'a form' : 'something else'}, and not as JSON: orgdesk refuses them.`,
              'PATCH /app/hook/config with content_type json, as the App; its settings page always sets JSON.',
            ),
          ]),
      ...(configured.checksCertificate || !href.startsWith('https:')
        ? []
        : [
            warn(
              'The code host does not check the certificate of orgdesk when it sends webhooks.',
              `At ${where}, enable SSL verification.`,
            ),
          ]),
    ];
    return problems.length > 0 ? problems : [fine(`Webhooks are sent to ${href}, signed.`)];
  },
});

const whereOf = ({ settingsPage }: Registration): string => settingsPage ?? 'the settings page of the App';

function addressProblems({ url }: WebhookSettings, href: string, where: string): readonly Finding[] {
  if (url === href) return [];
  // A query or fragment may contain a password.
  const current = url !== null && URL.canParse(url) ? new URL(url).origin + new URL(url).pathname : 'something else';
  return [fail(`Webhooks are sent to ${current}, and not to ${href}`, `At ${where}, set the Webhook URL to ${href}`)];
}

function secretProblems({ hasSecret }: WebhookSettings, isSet: boolean, where: string): readonly Finding[] {
  if (hasSecret && isSet) return [];
  if (isSet) {
    return [
      fail(
        'Webhooks are not signed: orgdesk, which has CODE_HOST_WEBHOOK_SECRET, refuses all of them.',
        `At ${where}, set the Webhook secret to the same text.`,
      ),
    ];
  }
  const next = hasSecret
    ? 'Set it to the secret of the webhook'
    : `Set it to a random text, and the Webhook secret at ${where} to the same`;
  return [warn('CODE_HOST_WEBHOOK_SECRET is not set: whoever knows the address can send webhooks.', `${next}.`)];
}
