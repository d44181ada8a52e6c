/** What the platform says in words alone: without them, the status is that of every refusal, and there is no code. */

/** That a limit was hit, primary or secondary. Older Enterprise Servers speak of abuse. */
export const saysRateLimited = (message: string): boolean =>
  /^(API rate limit (already )?exceeded|You have exceeded a secondary rate limit|You have triggered an abuse detection)/i.test(
    message,
  );

/** That an organization does not allow the address the service calls from. */
export const saysAddressRefused = (message: string): boolean =>
  /\borganization has an IP allow list enabled\b/i.test(message);

/** That something is told only to who has signed on. In GraphQL there is no header of its own for one part of an answer. */
export const saysSignOn = (message: string): boolean =>
  /^Resource protected by organization SAML enforcement\b/i.test(message);

/** That somebody is a member, or invited. */
export const saysAlreadyThere = (message: string): boolean => /\balready\b/i.test(message);

/** That somebody is a member. */
export const saysMember = (message: string): boolean => /\balready a part of\b/i.test(message);

/** That an organization has sent as many invitations as it may in a day. */
export const saysOverQuota = (message: string): boolean => /\binvitation rate limit\b/i.test(message);

/** That a query takes too long, or wants too much at once: asked for less, it may be answered. */
export const saysTooMuch = (message: string): boolean =>
  /^(Something went wrong while executing your query|We couldn't respond to your request in time)|\b(timed out|timeout|exceeds the maximum limit of [\d,]+)\b/i.test(
    message,
  );

/** That the time in an App's proof is not accepted, so that one of the clocks is wrong. */
export const saysClaimRefused = (message: string): boolean =>
  /^'(Issued at' claim \('iat'|Expiration time' claim \('exp')\)/i.test(message);

/** That it knows no App with the number in an App's proof, whatever was asked for. */
export const saysNoApp = (message: string): boolean => message === 'Integration not found';

/** That an App or an account is suspended. */
export const saysSuspended = (message: string): boolean => /\bsuspended\b/i.test(message);
