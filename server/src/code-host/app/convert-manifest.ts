import { CODE_HOST_ANSWER_MAX_BYTES, CODE_HOST_CALL_LIMIT_MS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { Clock } from '../../lib/system.ts';
import { codeHostAddresses } from '../addresses.ts';
import { hostPath } from '../host-path.ts';
import { createSend } from '../send/send.ts';

/** `code-not-good`: used, unknown or older than an hour. After `unreachable` the code may have been used. */
export type ConversionRefusal =
  | { readonly kind: 'code-not-good' }
  | { readonly kind: 'rejected'; readonly status: number; readonly message: string }
  | { readonly kind: 'unreachable'; readonly message: string };

export const NO_REST_API = 'no REST API';

export interface AppRegistry {
  reach(): Promise<Result<null, string>>;
  convert(code: string): Promise<Result<unknown, ConversionRefusal>>;
}

/** GitHub docs: Create a GitHub App from a manifest. */
export function createAppRegistry(
  host: { readonly webUrl: URL; readonly apiUrl: URL | null },
  clock: Clock,
  callLimitMs = CODE_HOST_CALL_LIMIT_MS,
): AppRegistry {
  const send = createSend(codeHostAddresses(host), { callLimitMs, answerMaxBytes: CODE_HOST_ANSWER_MAX_BYTES }, clock);
  return {
    async reach() {
      const answer = await send({ url: hostPath`/rate_limit` }, null);
      if (!answer.ok) return refuse(answer.refusal.message);
      const { status, body } = answer.value;
      if (status >= 500) return refuse(`answered ${status}`);
      return isOfApi(body) ? ok(null) : refuse(noApi(status));
    },
    async convert(code) {
      const url = hostPath`/app-manifests/${code}/conversions`;
      if (!url.isValid) return refuse({ kind: 'code-not-good' });
      const answer = await send({ method: 'POST', url, secrets: [code] }, null);
      if (!answer.ok) return refuse(answer.refusal);
      const { status, body, message } = answer.value;
      if (status === 201) return ok(body);
      if (status < 500 && !isOfApi(body)) return refuse({ kind: 'unreachable', message: noApi(status) });
      if (status === 404) return refuse({ kind: 'code-not-good' });
      return refuse({ kind: 'rejected', status, message: message ?? '' });
    },
  };
}

const isOfApi = (body: unknown): boolean => typeof body === 'object' && body !== null;

const noApi = (status: number): string => `${NO_REST_API}: answered ${status} without JSON`;
