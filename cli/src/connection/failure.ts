import type { Client, Failed, Outcome } from '../../../client/src/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import { EXIT, Stop } from './stop.ts';

const VERSION: string = manifest.version;

export interface Service {
  readonly url: string;
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly isFromEnvironment: boolean;
}

export async function dataOf<Data>(service: Service, answer: Promise<Outcome<Data>> | Outcome<Data>): Promise<Data> {
  const outcome = await answer;
  if (outcome.error === undefined) return outcome.data;
  throw await stopOf(service, outcome);
}

export async function stopOf(service: Service, failed: Failed): Promise<Stop> {
  const { status, code, outage, retryAfterSeconds, requestId } = failed;
  if (status === 401) return new Stop(signedOut(service), EXIT.signedOut);
  if (status === null && code !== undefined) {
    return new Stop(failed.error, WORTH_TRYING_AGAIN.has(code) ? EXIT.unavailable : EXIT.failed);
  }
  if (status === null) {
    return new Stop(`${service.url} could not be reached: check the address and the network.`, EXIT.unavailable);
  }
  const isAway = status === 429 || outage !== undefined || [502, 503, 504].includes(status);
  const older = status === 404 || status === 405 || status < 300 ? await olderService(service) : null;
  if (older === 'other') {
    return new Stop(
      `${service.url} does not answer as orgdesk ${VERSION} does: check the address, or ask its operators to update.`,
    );
  }
  const wait = retryAfterSeconds === null ? '' : ` Try again in ${retryAfterSeconds} s.`;
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  const message = `${failed.error}${request}${isAway ? wait : ''}${older === null ? '' : ` ${older}`}`;
  if (isAway) return new Stop(message, EXIT.unavailable);
  return new Stop(message, status === 403 || status === 404 ? EXIT.notFound : EXIT.failed);
}

/** Why an answer was of no use. */
const WORTH_TRYING_AGAIN: ReadonlySet<string> = new Set(['answer-too-slow', 'broken-off']);

const signedOut = ({ url, isFromEnvironment }: Service): string =>
  isFromEnvironment
    ? `The session in ORGDESK_SESSION has ended or is not one of ${url}: set a new one.`
    : `You are not signed in to ${url}: run orgdesk login.`;

async function olderService({ url, client, signal }: Service): Promise<string | null> {
  const about = await client.getAbout({ signal });
  const version: unknown = about.error === undefined ? Object(about.data).version : undefined;
  if (typeof version !== 'string') return about.status === null ? null : 'other';
  if (!isOlder(version, VERSION)) return null;
  return `${url} runs orgdesk ${version}, which is older than this command line (${VERSION}): install the matching one with npm install --global ${url}/cli.tgz.`;
}

function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((each) => each.split(/[.-]/, 3).map(Number));
  const index = [0, 1, 2].find((part) => one?.[part] !== other?.[part]);
  return index !== undefined && (one?.[index] ?? 0) < (other?.[index] ?? 0);
}
