import { NEEDED_EVENTS, registeredAddresses, requestedPermissions } from '../../../domain/installation.ts';

/** GitHub docs: Registering a GitHub App from a manifest. */
interface AppManifest {
  readonly name: string;
  readonly url: string;
  /** Omitted without a reachable address, which the platform would refuse. */
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

interface AppPlan {
  readonly name: string;
  readonly baseUrl: URL;
  /** True if every account may install it. */
  readonly isPublic: boolean;
  readonly hasWebhook: boolean;
  /** Names of offered permissions. */
  readonly chosenPermissions: readonly string[];
}

/** The browser returns to `redirectUrl` with a code. */
export function appManifest(plan: AppPlan, redirectUrl: URL): AppManifest {
  const { name, baseUrl, isPublic, hasWebhook, chosenPermissions } = plan;
  const { callback, setup, webhook } = registeredAddresses(baseUrl);
  const permissions = requestedPermissions(chosenPermissions);
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
    default_permissions: Object.fromEntries(permissions.map(({ name: permission, level }) => [permission, level])),
    request_oauth_on_install: false,
    setup_on_update: true,
  };
}

/** Where the browser posts the manifest; without an organization, for the signed-in account. */
export function registrationPage(webUrl: URL, organization: string | null, state: string): URL {
  const account = organization === null ? '' : `/organizations/${encodeURIComponent(organization)}`;
  const page = new URL(`${account}/settings/apps/new`, webUrl);
  page.searchParams.set('state', state);
  return page;
}

export function appSettingsPage(webUrl: URL, organization: string | null, slug: string | null): URL {
  const account = organization === null ? '' : `/organizations/${encodeURIComponent(organization)}`;
  return new URL(`${account}/settings/apps${slug === null ? '' : `/${slug}`}`, webUrl);
}
