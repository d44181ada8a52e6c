import { ApiError } from './errors.ts';

/** The two ways the GraphQL API names an exhausted hourly limit. */
export type RateSpelling = 'RATE_LIMITED' | 'RATE_LIMIT';

const DOCUMENTATION = 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api';
const SUPPORT = 'If you reach out to GitHub Support for help, please include the request ID.';
const SECONDARY = `You have exceeded a secondary rate limit. Please wait a few minutes before you try again. ${SUPPORT}`;

/** The REST refusal of an exhausted hourly limit; `owner` as in `user ID 7`. */
export const primaryRefusal = (status: 403 | 429, owner: string) =>
  new ApiError(status, `API rate limit exceeded for ${owner}. ${SUPPORT}`, {}, null, DOCUMENTATION);

/** The refusal of a secondary limit; `retryAfter` in seconds, null for no header. */
export function secondaryRefusal(status: 403 | 429, retryAfter: number | null): ApiError {
  const headers = retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
  return new ApiError(status, SECONDARY, headers, null, `${DOCUMENTATION}#about-secondary-rate-limits`);
}

/** The GraphQL body of an exhausted hourly limit. GitHub docs: Rate limits and query limits for the GraphQL API. */
export function graphqlPrimaryBody(spelling: RateSpelling, owner: string): object {
  const error =
    spelling === 'RATE_LIMITED'
      ? { type: spelling, message: `API rate limit exceeded for ${owner}.` }
      : { type: spelling, code: 'graphql_rate_limit', message: `API rate limit already exceeded for ${owner}.` };
  return { errors: [error] };
}

/** The GraphQL body of a secondary limit that comes with HTTP 200. */
export const graphqlSecondaryBody = (): object => ({ errors: [{ type: 'RATE_LIMITED', message: SECONDARY }] });
