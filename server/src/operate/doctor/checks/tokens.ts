import { describeCheck } from '../check.ts';
import { blockedBy, fail, fine, note, warn } from '../finding.ts';

export const tokenSecret = describeCheck({
  name: 'token-secret',
  about: 'TOKEN_SECRET decrypts the stored tokens of the newest sessions',
  needs: ['settings', 'tables'],
  judge: ({ settings: { hasTokenSecret }, tables: { sessions } }) => {
    if (!hasTokenSecret) return blockedBy('settings');
    const { checked, readable } = sessions;
    if (checked === 0) return [note('Nobody is signed in, so there are no tokens to decrypt.')];
    if (checked === readable) return [fine(`TOKEN_SECRET decrypts the tokens of the newest ${checked} sessions.`)];
    const next =
      'Set the same TOKEN_SECRET on all instances. After a change, append the old secret after a comma; otherwise these people must sign in again.';
    if (readable === 0)
      return [fail('TOKEN_SECRET cannot decrypt any stored token: everyone must sign in again.', next)];
    return [warn(`TOKEN_SECRET cannot decrypt the tokens of ${checked - readable} of ${checked} sessions.`, next)];
  },
});

export const sameSecrets = describeCheck({
  name: 'same-secrets',
  about: 'all instances on the database use the same SESSION_SECRET and TOKEN_SECRET',
  needs: ['settings', 'tables'],
  judge: ({ settings: { hasTokenSecret }, tables: { foreignKeys } }) => {
    if (!hasTokenSecret) return blockedBy('settings');
    const { signing, tokens } = foreignKeys;
    if (!signing && !tokens) return [fine('All running instances use the same secrets.')];
    return [
      ...(signing
        ? [
            fail(
              'Another instance uses a different SESSION_SECRET, or without one, different App credentials. A sign-in started on one instance fails on the other.',
              'Set the same SESSION_SECRET on all instances. A stopped instance counts for up to three minutes.',
            ),
          ]
        : []),
      ...(tokens
        ? [
            fail(
              'Another instance encrypts tokens with a key that is not in this TOKEN_SECRET. People who sign in there are signed out here.',
              'Set the same TOKEN_SECRET on all instances. To rotate it, first append the new secret after the old one on every instance. A stopped instance counts for up to three minutes.',
            ),
          ]
        : []),
    ];
  },
});

export const tokenExpiry = describeCheck({
  name: 'token-expiry',
  about: 'user access tokens expire, based on the newest session',
  needs: ['tables', 'registration'],
  judge: ({ tables: { tokensExpire }, registration: { settingsPage } }) => {
    if (tokensExpire === null) return [note('Unknown until somebody signs in: whether tokens expire.')];
    if (tokensExpire) return [fine('User access tokens expire and are refreshed.')];
    return [
      warn(
        'User access tokens never expire: a leaked token works until it is revoked.',
        `Under Optional features at ${settingsPage ?? "the App's settings page"}, opt in to user-to-server token expiration.`,
      ),
    ];
  },
});
