import { describeCheck } from '../check.ts';
import { blockedBy, FIREWALL, fail, fine, note, warn } from '../finding.ts';

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
