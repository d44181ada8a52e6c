import type { DeviceSignInAnswer, MobileSignInAnswer } from '@orgdesk/contract';
import { type Answer, authorizeAt, type Browser, fetchOnce } from '../../../support/browser.ts';
import type { Instance } from '../../../support/service/start-service.ts';

type Target = Pick<Instance, 'url'>;

export const postJson = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetchOnce(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** A program asks to be signed in. */
export async function startProgram({ url }: Target, name = 'orgdesk on laptop'): Promise<DeviceSignInAnswer> {
  const answer = await postJson(`${url}/api/auth/device`, { client_name: name });
  if (answer.status !== 200) throw new Error(`the program got no codes: ${answer.status} ${answer.text}`);
  return answer.json as DeviceSignInAnswer;
}

export const poll = ({ url }: Target, { device_code }: Pick<DeviceSignInAnswer, 'device_code'>) =>
  postJson(`${url}/api/auth/device/token`, { device_code });

/** Code and status of a refused poll. */
export const refusalOf = ({ status, json }: Answer) => [status, (json as { readonly code?: string }).code];

export const sessionTokenOf = ({ json }: Answer) => (json as MobileSignInAnswer).sessionToken;

/** A signed-in browser answers the request of a program. */
export const answerWith = (
  { url }: Target,
  browser: Browser,
  path: 'request' | 'approve' | 'deny',
  user_code: string,
): Promise<Answer> =>
  browser.request(`${url}/api/auth/device/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_code }),
  });

/** Approves, and authorizes at the code host as `login`. Answers the address of the callback, not yet opened. */
export async function approveUntilCallback(
  target: Target,
  browser: Browser,
  { login, user_code }: { readonly login: string; readonly user_code: string },
): Promise<URL> {
  const approved = await answerWith(target, browser, 'approve', user_code);
  if (approved.status !== 200) throw new Error(`not approved: ${approved.status} ${approved.text}`);
  return authorizeAt((approved.json as { readonly location: string }).location, login, 'authorize');
}

/** Approves through to the end, and answers the callback's answer. */
export async function approve(
  target: Target,
  browser: Browser,
  person: { readonly login: string; readonly user_code: string },
): Promise<Answer> {
  return browser.request((await approveUntilCallback(target, browser, person)).href);
}
