import { type Client, createClient } from '../../../client/src/index.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { ANSWER_LIMITS } from './limits.ts';

/** Calls a service, whose answers are bounded. */
export const clientOf = (origin: string, session: string | null, answerMs = ANSWER_LIMITS.answerMs): Client =>
  createClient({
    baseUrl: origin,
    fetch: boundedFetch({ ...ANSWER_LIMITS, answerMs }),
    ...(session === null ? {} : { sessionToken: session }),
  });
