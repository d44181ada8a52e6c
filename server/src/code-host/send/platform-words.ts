/** The platform marks these cases by message text only; status and code do not tell them apart. */

/** Older Enterprise Servers call the secondary limit abuse. */
export const saysRateLimited = (message: string): boolean =>
  /^(API rate limit (already )?exceeded|You have exceeded a secondary rate limit|You have triggered an abuse detection)/i.test(
    message,
  );

export const saysAddressRefused = (message: string): boolean =>
  /\borganization has an IP allow list enabled\b/i.test(message);

/** GraphQL has no header for single sign-on. */
export const saysSignOn = (message: string): boolean =>
  /^Resource protected by organization SAML enforcement\b/i.test(message);

/** The person is a member or already invited. */
export const saysAlreadyThere = (message: string): boolean => /\balready\b/i.test(message);

export const saysMember = (message: string): boolean => /\balready a part of\b/i.test(message);

export const saysOverQuota = (message: string): boolean => /\binvitation rate limit\b/i.test(message);

/** A smaller query may succeed. */
export const saysTooMuch = (message: string): boolean =>
  /^(Something went wrong while executing your query|We couldn't respond to your request in time)|\b(timed out|timeout|exceeds the maximum limit of [\d,]+)\b/i.test(
    message,
  );

/** The JWT's time was rejected: one of the clocks is wrong. */
export const saysClaimRefused = (message: string): boolean =>
  /^'(Issued at' claim \('iat'|Expiration time' claim \('exp')\)/i.test(message);

/** Any call as an unknown App may answer this. */
export const saysNoApp = (message: string): boolean => message === 'Integration not found';

export const saysSuspended = (message: string): boolean => /\bsuspended\b/i.test(message);
