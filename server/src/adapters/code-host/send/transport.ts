import { Octokit } from '@octokit/core';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { Clock } from '../../../ports/system.ts';
import { createBoundedFetch, type FetchLimits, UnusableAnswer } from './bounded-fetch.ts';
import { withExactIntegers } from './exact-integers.ts';
import { httpDateOf } from './http-date.ts';
import { retryAtOf } from './retry-at.ts';
import { spokenMessage } from './spoken-message.ts';

/** One HTTP request to the code host. */
export interface HostRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Query of a GET, JSON body of the others. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** What the request carries and nobody may read in what the code host says. */
  readonly secrets: readonly string[];
}

/** A complete answer of any status. */
export interface HostAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Parsed JSON, or whatever text came instead. */
  readonly body: unknown;
  /** The most specific message in the body, with the secrets of the request blotted out. */
  readonly message: string | null;
  /** By the code host's clock, or by ours when it does not say. */
  readonly answeredAt: Date;
  /** When asking again has a chance, as its headers say; null when they do not. */
  readonly retryAt: Date | null;
}

/** Sends one request, once. The refusal is a sentence of ours that tells why there is no usable answer. */
export type HostTransport = (request: HostRequest) => Promise<Result<HostAnswer, string>>;

const HEADERS = {
  'user-agent': 'orgdesk',
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
};

// Octokit announces deprecations on the console, with the whole URL.
const silence = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The way to the code host: bounded in time and size, without redirects and repetitions. */
export function createHostTransport(limits: FetchLimits, clock: Clock): HostTransport {
  const octokit = new Octokit({ request: { fetch: withExactIntegers(createBoundedFetch(limits)), log: silence } });

  return async ({ method, url, headers, parameters, secrets }) => {
    const answer = await settled(octokit.request({ method, url, headers: { ...HEADERS, ...headers }, ...parameters }));
    if (!answer.ok) return answer;
    const { status, headers: answerHeaders, data } = answer.value;
    const message = spokenMessage(data, secrets);
    return ok({
      status,
      headers: answerHeaders,
      body: data,
      message,
      answeredAt: httpDateOf(answerHeaders.date) ?? clock.now(),
      retryAt: retryAtOf(answerHeaders, clock),
    });
  };
}

interface OctokitAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly data: unknown;
}

async function settled(sent: Promise<OctokitAnswer>): Promise<Result<OctokitAnswer, string>> {
  try {
    return ok(await sent);
  } catch (error) {
    const answer = answerWithin(error);
    if (answer !== null) return ok(answer);
    const cause = error instanceof Error ? error.cause : null;
    return refuse(cause instanceof UnusableAnswer ? cause.message : 'unreadable answer');
  }
}

// Octokit throws for 4xx and 5xx, with the answer inside; the error itself also holds the request's body.
function answerWithin(error: unknown): OctokitAnswer | null {
  if (!(error instanceof Error && 'response' in error)) return null;
  const { response } = error;
  if (typeof response !== 'object' || response === null) return null;
  if (!('status' in response && 'headers' in response && 'data' in response)) return null;
  const { status, headers, data } = response;
  if (typeof status !== 'number' || typeof headers !== 'object' || headers === null) return null;
  return { status, headers: { ...headers }, data };
}
