import type { MobileSignInAnswer } from '../../../../client/src/index.ts';

/** What `login` and `whoami` print; never the session itself. */
export const signedIn = ({ user, expiresAt }: MobileSignInAnswer['session'], service: string) => ({
  login: user.login,
  name: user.name,
  service,
  expiresAt,
  organizations: user.organizations.length,
});
