import { describeCheck } from '../check.ts';
import { blockedBy, fail, fine, note, warn } from '../finding.ts';

export const tokenSecret = describeCheck({
  name: 'token-secret',
  about: 'TOKEN_SECRET opens the tokens that are stored; the newest sessions are tried',
  needs: ['settings', 'tables'],
  judge: ({ settings: { hasTokenSecret }, tables: { sessions } }) => {
    if (!hasTokenSecret) return blockedBy('settings');
    const { checked, readable } = sessions;
    if (checked === 0) return [note('Nobody is signed in: there is no token to open.')];
    if (checked === readable) return [fine(`TOKEN_SECRET opens the tokens of the newest ${checked} sessions.`)];
    const next =
      'Set the same TOKEN_SECRET on all instances. After a change, put the former secret behind the new one, with a comma; or leave it: these people sign in again.';
    if (readable === 0)
      return [fail('TOKEN_SECRET opens no stored token: whoever is signed in has to sign in again.', next)];
    return [warn(`TOKEN_SECRET does not open the tokens of ${checked - readable} of ${checked} sessions.`, next)];
  },
});

export const sameSecrets = describeCheck({
  name: 'same-secrets',
  about: 'the instances that run on the database have these SESSION_SECRET and TOKEN_SECRET',
  needs: ['settings', 'tables'],
  judge: ({ settings: { hasTokenSecret }, tables: { foreignKeys } }) => {
    if (!hasTokenSecret) return blockedBy('settings');
    const { signing, tokens } = foreignKeys;
    if (!signing && !tokens) return [fine('No instance on this database runs with other secrets.')];
    return [
      ...(signing
        ? [
            fail(
              'An instance on this database runs with another SESSION_SECRET; without one, with other credentials of the App: sign-ins that one of them begins fail at the other.',
              'Give all instances the same SESSION_SECRET. An instance that ended counts for up to three minutes.',
            ),
          ]
        : []),
      ...(tokens
        ? [
            fail(
              'An instance on this database seals tokens with a key that is not in TOKEN_SECRET here: whoever signs in there is signed out here.',
              'Give all instances the same TOKEN_SECRET; to change it, put the new one behind the old one everywhere first. An instance that ended counts for up to three minutes.',
            ),
          ]
        : []),
    ];
  },
});

export const tokenExpiry = describeCheck({
  name: 'token-expiry',
  about: "people's tokens end by themselves, as the newest session shows",
  needs: ['tables', 'registration'],
  judge: ({ tables: { tokensExpire }, registration: { settingsPage } }) => {
    if (tokensExpire === null) return [note('Whether tokens end by themselves is not known until somebody signs in.')];
    if (tokensExpire) return [fine("People's tokens end by themselves and are refreshed.")];
    return [
      warn(
        "People's tokens never end: one that leaks works until somebody revokes it.",
        `At ${settingsPage ?? 'the settings page of the App'}, Optional features, opt in to expiration of user-to-server tokens.`,
      ),
    ];
  },
});
