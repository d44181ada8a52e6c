import type { Simulator } from '@orgdesk/simulator';

/** The settings with which a program of the service uses a simulated code host. */
export const codeHostSettings = ({ app, url, apiUrl }: Pick<Simulator, 'app' | 'url' | 'apiUrl'>) => ({
  CODE_HOST_URL: url,
  CODE_HOST_API_URL: apiUrl,
  CODE_HOST_APP_ID: String(app.id),
  CODE_HOST_APP_SLUG: app.slug,
  CODE_HOST_APP_PRIVATE_KEY: app.privateKeyPem ?? '',
  CODE_HOST_CLIENT_ID: app.clientId,
  CODE_HOST_CLIENT_SECRET: app.clientSecret,
  CODE_HOST_WEBHOOK_SECRET: app.webhookSecret ?? '',
});
