import { describeCheck } from '../check.ts';
import { type Finding, fail, fine } from '../finding.ts';
import type { ListenAddress } from '../listening.ts';

export const listen = describeCheck({
  name: 'listen',
  about: 'orgdesk can listen on HOST and PORT, METRICS_HOST and METRICS_PORT',
  needs: ['listening'],
  judge: ({ listening }) => {
    if (listening === null) return [fine('orgdesk is listening.')];
    const problems = listening.flatMap(problemOf);
    if (problems.length > 0) return problems;
    return [fine(listening.map(factOf).join(' '))];
  },
});

function factOf({ prefix, host, port, outcome }: ListenAddress): string {
  const address = `${host}, port ${port}`;
  if (outcome.kind === 'orgdesk') return `orgdesk is listening on ${address}.`;
  if (outcome.kind === 'shared') return `Instances with REUSE_PORT share ${address}.`;
  return `${address} in ${prefix}HOST and ${prefix}PORT is free.`;
}

function problemOf({ prefix, host, port, outcome }: ListenAddress): readonly Finding[] {
  switch (outcome.kind) {
    case 'free':
    case 'orgdesk':
    case 'shared':
      return [];
    case 'taken':
      return [fail(`Port ${port} is already in use.`, `Stop the other program, or set ${prefix}PORT.`)];
    case 'refused':
      return [
        fail(
          `orgdesk cannot listen on the address in ${prefix}HOST and ${prefix}PORT (${outcome.code}).`,
          nextOf(outcome.code, { prefix, host, port }),
        ),
      ];
  }
}

function nextOf(code: string, { prefix, host, port }: Omit<ListenAddress, 'outcome'>): string {
  if (code === 'EACCES') return `Set ${prefix}PORT to 1024 or more: this user is not allowed to use port ${port}.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `Set ${prefix}HOST to an address of this machine: ${host} was not found.`;
  return `Set ${prefix}HOST to an address of this machine; use 127.0.0.1 for local access only, 0.0.0.0 for all addresses.`;
}
