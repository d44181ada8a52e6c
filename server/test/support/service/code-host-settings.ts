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

/** The same as a service has them once it has read its settings, but for the secret of webhooks. */
export const codeHostOf = ({ app, url, apiUrl }: Pick<Simulator, 'app' | 'url' | 'apiUrl'>) => ({
  webUrl: new URL(url),
  apiUrl: new URL(apiUrl),
  clientId: app.clientId,
  clientSecret: app.clientSecret,
  appId: String(app.id),
  appSlug: app.slug,
  appPrivateKey: app.privateKeyPem ?? '',
});

/** How an App is registered for the service at this origin. */
export const registrationFor = (origin: string, webhookSecret: string) => ({
  callbackUrls: [`${origin}/api/auth`],
  setupUrl: `${origin}/api/install/callback`,
  webhookUrl: `${origin}/api/install/webhook`,
  webhookSecret,
});
