import { NEEDED_EVENTS, NEEDED_PERMISSIONS, registeredAddresses, USEFUL_PERMISSIONS } from './app-registration.ts';

/** The platform refuses longer names of Apps. GitHub docs: Registering a GitHub App. */
export const APP_NAME_MAX_CHARACTERS = 34;

/** What an App of this service is registered with. GitHub docs: Registering a GitHub App from a manifest. */
export interface AppManifest {
  readonly name: string;
  readonly url: string;
  /** Left out, with the events, where no webhook can arrive: the platform refuses an address that it cannot reach. */
  readonly hook_attributes?: { readonly url: string; readonly active: true };
  readonly redirect_url: string;
  readonly callback_urls: readonly string[];
  readonly setup_url: string;
  readonly description: string;
  readonly public: boolean;
  readonly default_events: readonly string[];
  readonly default_permissions: Readonly<Record<string, string>>;
  readonly request_oauth_on_install: false;
  readonly setup_on_update: true;
}

/** What differs from one registration to the next. */
export interface AppPlan {
  readonly name: string;
  readonly baseUrl: URL;
  /** Others than the account that owns the App may install it. */
  readonly isPublic: boolean;
  readonly hasWebhook: boolean;
}

/** The manifest of an App; the browser comes back to `redirectUrl` with a code. */
export function appManifest({ name, baseUrl, isPublic, hasWebhook }: AppPlan, redirectUrl: URL): AppManifest {
  const { callback, setup, webhook } = registeredAddresses(baseUrl);
  const asked = [...NEEDED_PERMISSIONS, ...USEFUL_PERMISSIONS];
  return {
    name,
    url: baseUrl.origin,
    ...(hasWebhook ? { hook_attributes: { url: webhook.href, active: true } } : {}),
    redirect_url: redirectUrl.href,
    callback_urls: [callback.href],
    setup_url: setup.href,
    description: 'Organizations, members and invitations, administered with orgdesk.',
    public: isPublic,
    default_events: hasWebhook ? NEEDED_EVENTS : [],
    default_permissions: Object.fromEntries(asked.map(({ name: permission, level }) => [permission, level])),
    request_oauth_on_install: false,
    setup_on_update: true,
  };
}

/** Where the browser posts a manifest to: for an organization, or for whoever is signed in there. */
export function registrationPage(webUrl: URL, organization: string | null, state: string): URL {
  const account = organization === null ? '' : `/organizations/${encodeURIComponent(organization)}`;
  const page = new URL(`${account}/settings/apps/new`, webUrl);
  page.searchParams.set('state', state);
  return page;
}

/** The settings of an App, or without its slug of all that an account owns. */
export function appSettingsPage(webUrl: URL, organization: string | null, slug: string | null): URL {
  const account = organization === null ? '' : `/organizations/${encodeURIComponent(organization)}`;
  return new URL(`${account}/settings/apps${slug === null ? '' : `/${slug}`}`, webUrl);
}
