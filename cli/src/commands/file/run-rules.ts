import { dataOf } from '../../connection/failure.ts';
import { print, printable, printJson } from '../../output/print.ts';
import type { Context } from '../../run-remote.ts';

interface Input {
  readonly organization: string;
  /** Null for the present value. */
  readonly ownersMin: number | null;
  readonly requiredOwners: readonly string[] | null;
}

export async function run({ connect, format, signal }: Context, { organization, ownersMin, requiredOwners }: Input) {
  const service = await connect();
  const sent = { path: { login: organization }, signal };
  let rules = await dataOf(service, service.client.getOwnerRules(sent));
  if (ownersMin !== null || requiredOwners !== null) {
    const body = {
      version: rules.version,
      ownersMin: ownersMin ?? rules.ownersMin,
      requiredOwners: requiredOwners ?? rules.requiredOwners.map(({ login }) => login),
    };
    rules = await dataOf(service, service.client.changeOwnerRules({ ...sent, body }));
  }
  if (format === 'json') return printJson(rules);
  const required = rules.requiredOwners.map(({ login }) => login).join(', ') || 'none';
  print(`Fewest owners: ${rules.ownersMin}\nRequired owners: ${printable(required)}\n`);
}
