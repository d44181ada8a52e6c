/**
 * What the operator has to change after an error of the authorization page that ends every sign-in; null for others,
 * such as `access_denied`. Source: GitHub docs, Troubleshooting authorization request errors.
 */
export function settingToChange(error: string, redirectUri: string): string | null {
  switch (error) {
    case 'redirect_uri_mismatch':
      return `add the callback URL ${redirectUri} in the settings of the App, or correct BASE_URL`;
    case 'application_suspended':
      return 'the App of CODE_HOST_CLIENT_ID is suspended: its owner sees why in the settings of the App, or register another';
    default:
      return null;
  }
}
