const SENTENCES = {
  access_denied: 'The user has denied your application access.',
  redirect_uri_mismatch: 'The redirect_uri MUST match the registered callback URL for this application.',
  application_suspended: 'Your application has been suspended. Contact support@github.com.',
  invalid_request: 'The code_challenge must be 43 characters and its method S256.',
  bad_verification_code: 'The code passed is incorrect or expired.',
  incorrect_client_credentials: 'The client_id and/or client_secret passed are incorrect.',
  unverified_user_email: 'The user must have a verified primary email.',
  bad_refresh_token: 'The refresh token passed is incorrect or expired.',
  unsupported_grant_type: 'The grant_type passed is not supported.',
} as const;

export type OauthError = keyof typeof SENTENCES;

/** GitHub docs: Troubleshooting authorization and access token request errors. */
export const errorFields = (error: OauthError, about: 'authorization' | 'oauth-app-access-token') => ({
  error,
  error_description: SENTENCES[error],
  error_uri: `https://docs.github.com/apps/troubleshooting-${about}-request-errors/#${error.replaceAll('_', '-')}`,
});
