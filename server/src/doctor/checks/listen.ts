import type { ListenAddress } from '../../ports/listening.ts';
import { describeCheck } from '../check.ts';
import { type Finding, fail, fine } from '../finding.ts';

export const listen = describeCheck({
  name: 'listen',
  about: 'the addresses in HOST and PORT, METRICS_HOST and METRICS_PORT can be listened on',
  needs: ['listening'],
  judge: ({ listening }) => {
    if (listening === null) return [fine('orgdesk listens.')];
    const problems = listening.flatMap(problemOf);
    if (problems.length > 0) return problems;
    return [fine(listening.map(factOf).join(' '))];
  },
});

const factOf = ({ prefix, host, port, outcome }: ListenAddress): string =>
  outcome.kind === 'orgdesk'
    ? `orgdesk listens on ${host}, port ${port}.`
    : `${host}, port ${port} in ${prefix}HOST and ${prefix}PORT is free.`;

function problemOf({ prefix, host, port, outcome }: ListenAddress): readonly Finding[] {
  switch (outcome.kind) {
    case 'free':
    case 'orgdesk':
      return [];
    case 'taken':
      return [fail(`Something else already listens on port ${port}.`, `Stop it, or set ${prefix}PORT.`)];
    case 'refused':
      return [
        fail(
          `The address in ${prefix}HOST and ${prefix}PORT cannot be listened on (${outcome.code}).`,
          nextOf(outcome.code, { prefix, host, port }),
        ),
      ];
  }
}

function nextOf(code: string, { prefix, host, port }: Omit<ListenAddress, 'outcome'>): string {
  if (code === 'EACCES') return `Set ${prefix}PORT to 1024 or more: this user of the machine may not use ${port}.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `Set ${prefix}HOST to an address of this machine: the name ${host} is not found.`;
  return `Set ${prefix}HOST to an address of this machine; 127.0.0.1 is itself, 0.0.0.0 is all of them.`;
}
