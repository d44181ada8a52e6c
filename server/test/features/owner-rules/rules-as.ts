import type { OwnerRulesAnswer } from '@orgdesk/contract';
import { fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import type { Service } from '../../support/service/start-service.ts';

/** The rules about owners of one organization, for somebody who is signed in. */
export function rulesAs({ url }: Pick<Service, 'url'>, headers: RequestHeaders, organization: string) {
  const address = `${url}/api/organizations/${organization}/owner-rules`;
  const askChange = (body: unknown) =>
    fetchOnce(address, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const read = async () => (await fetchOnce(address, { headers })).json as OwnerRulesAnswer;
  return {
    askChange,
    read,
    /** Replaces the present rules. */
    async change(rules: { readonly ownersMin?: number; readonly requiredOwners?: readonly string[] }) {
      const { version } = await read();
      const answer = await askChange({ version, ownersMin: 1, requiredOwners: [], ...rules });
      if (answer.status !== 200) throw new Error(`not changed: ${answer.status} ${answer.text}`);
      return answer.json as OwnerRulesAnswer;
    },
  };
}
