import { describeCheck } from '../check.ts';
import { blockedBy, fail, fine, note, warn } from '../finding.ts';

export const app = describeCheck({
  name: 'app',
  about: 'the private key and the App ID are accepted by the code host',
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
            `The code host takes no more calls of the App${refusal.retryAt === null ? ' for now' : ` until ${refusal.retryAt.toISOString()}`}.`,
            'Wait, and see whether something else uses the App.',
          ),
        ];
      case 'key':
        return [
          fail(
            `The code host does not accept CODE_HOST_APP_PRIVATE_KEY for App ${appId}: ${plain(refusal.message) || 'it gives no reason'}.`,
            'Compare CODE_HOST_APP_ID with the App ID on its settings page; if it is right, generate a private key there and set that.',
          ),
        ];
      case 'unknown-app':
        return [
          fail(
            `The code host knows no App ${appId}.`,
            'Set CODE_HOST_APP_ID to the App ID on its settings page, and CODE_HOST_URL to the code host where it is registered.',
          ),
        ];
      case 'unusable-key':
        return [fail(`${refusal.message}.`, 'Generate a private key on the settings page of the App, and set that.')];
      case 'no-api':
        return [
          fail(
            `What answers at the address of the REST API is none (answered ${refusal.status}).`,
            'Set CODE_HOST_API_URL to the REST API; on an Enterprise Server it ends in /api/v3. Without it, it follows from CODE_HOST_URL.',
          ),
        ];
      case 'suspended':
        return [
          fail(
            `The code host has suspended the App: ${plain(refusal.message)}.`,
            'Its owner finds the reason on the settings page of the App, or from the support of the code host.',
          ),
        ];
      case 'refused':
        return [
          fail(
            `The request for the App is refused with 403: ${plain(refusal.message) || 'no reason is given'}.`,
            'See whether a firewall or proxy between here and the code host refuses it; this is no answer about the key.',
          ),
        ];
      case 'silent':
        return [
          fail(
            `The code host gives no usable answer about the App: ${plain(refusal.message)}.`,
            'Try again; see the status page of the code host.',
          ),
        ];
    }
  },
});

const plain = (message: string): string => message.replace(/[.\s]+$/, '');

export const visibility = describeCheck({
  name: 'visibility',
  about: 'whether others than its owner may install the App',
  needs: ['isPublic', 'registration'],
  judge: ({ isPublic, registration: { owner, isOwnedByPerson, settingsPage } }) => {
    if (isPublic === null) return [note('The code host does not show anybody whether the App is public.')];
    if (isPublic) return [fine('The App is public: every account that sees it may install it.')];
    const next = `To install it elsewhere, make it public at ${settingsPage ?? 'its settings page'}/advanced`;
    if (isOwnedByPerson) {
      return [
        warn(`The App is private and belongs to the person ${owner ?? ''}: no organization can install it.`, next),
      ];
    }
    return [note(`The App is private: ${owner ?? 'its owner'} alone can install it.`, next)];
  },
});

export const clientId = describeCheck({
  name: 'client-id',
  about: 'the client ID is that of this App',
  needs: ['settings', 'registration'],
  judge: ({ settings: { clientId: configured }, registration: { clientId: registered, settingsPage } }) => {
    if (configured === null) return blockedBy('settings');
    if (registered === null) return [fine('The code host does not tell the client ID of the App.')];
    if (registered === configured) return [fine('CODE_HOST_CLIENT_ID is that of the App.')];
    return [
      fail(
        `CODE_HOST_CLIENT_ID is not that of the App, which is ${registered}.`,
        `Set it so, with a client secret from ${settingsPage ?? 'the same page'}. An OAuth app of its own is not what is wanted.`,
      ),
    ];
  },
});

export const slug = describeCheck({
  name: 'slug',
  about: 'the slug is that of this App, so that people are sent to its page',
  needs: ['settings', 'registration'],
  judge: ({ settings: { appSlug }, registration: { slug: registered } }) => {
    if (appSlug === null) return blockedBy('settings');
    if (appSlug.toLowerCase() === registered.toLowerCase()) return [fine('CODE_HOST_APP_SLUG is that of the App.')];
    return [
      fail(
        `CODE_HOST_APP_SLUG is not that of the App, which is ${registered}.`,
        `Set CODE_HOST_APP_SLUG=${registered}.`,
      ),
    ];
  },
});

export const clientSecret = describeCheck({
  name: 'client-secret',
  about: 'the client secret is accepted; asked with a made-up token',
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
        'The code host does not accept CODE_HOST_CLIENT_ID with CODE_HOST_CLIENT_SECRET: nobody can sign in.',
        `Generate a client secret at ${settingsPage ?? 'the settings page of the App'} and set CODE_HOST_CLIENT_SECRET.`,
      ),
    ];
  },
});
