import { existsSync } from 'node:fs';
import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { ENDPOINT_ATTACKS } from './hostile/endpoints/attacks.ts';
import { attackEndpoints } from './hostile/endpoints/run.ts';
import { FULL_HOUSE } from './hostile/full-house.ts';
import { HEAVY_JSON } from './hostile/heavy-json.ts';
import { FILES_VARIED, ORGANIZATION_FILES } from './hostile/organization-files/attack.ts';
import { OTHER_SITE } from './hostile/other-site.ts';
import { STALLED_BODIES } from './hostile/stalled-bodies.ts';
import { startTarget } from './hostile/target.ts';
import { UNREAD_ANSWERS } from './hostile/unread-answers.ts';
import { refuseArguments, scriptArguments } from './script-arguments.ts';

/*
 * Attacks the service as somebody without an account can, and then every endpoint of the contract as somebody with one:
 * `npm run hostile`. Each attack has bounds on what it may cost. Code 1 when one is broken. Arguments after the command choose
 * attacks by their name, or name endpoints, which are then attacked alone; `--no-endpoints` leaves the endpoints out, and
 * attacks that a busy machine could break.
 */

const { values, positionals: args } = scriptArguments({
  name: 'hostile',
  about:
    'Attacks the service as a stranger can, then every endpoint with a session; for about fifteen minutes, on Linux.',
  positionals: '[WORD OF AN ATTACK | ENDPOINT...]',
  options: {
    'no-endpoints': { type: 'boolean', description: 'leave out the endpoints, and attacks that compare times' },
  },
});
if (!existsSync('/proc/self/status')) {
  process.stdout.write('Process memory and descriptors are only available on Linux: nothing was measured.\n');
} else {
  const print = (...[state = '', what = '', limit = '', seen = '']: readonly string[]) =>
    process.stdout.write(`  ${state.padEnd(6)}  ${what.padEnd(44)}  ${limit.padEnd(16)}  ${seen}\n`);
  const endpoints = values['no-endpoints'] ? [] : ENDPOINTS.filter(({ id }) => args.length === 0 || args.includes(id));
  const attacks = [
    ...UNREAD_ANSWERS,
    ...FULL_HOUSE,
    ...STALLED_BODIES,
    ...HEAVY_JSON,
    ...OTHER_SITE,
    ...ORGANIZATION_FILES,
  ]
    .filter(({ comparesTimes = false }) => !(comparesTimes && values['no-endpoints'] && args.length === 0))
    .filter(({ name }) => args.every((word) => name.includes(word)));
  if (attacks.length + endpoints.length === 0) {
    refuseArguments('hostile', `No attack or endpoint is named ${args.join(' and ')}`);
  }
  print('', 'what', 'limit', 'seen');
  for (const { name, options, run } of attacks) {
    process.stdout.write(`\n${name}\n`);
    const target = await startTarget(options);
    try {
      for (const { what, limit, seen, held } of await run(target)) {
        print(held ? 'held' : 'BROKEN', what, limit, seen);
        if (!held) process.exitCode = 1;
      }
    } finally {
      await target.stop();
    }
  }
  if (endpoints.length > 0) {
    const held = await attackEndpoints((line) => process.stdout.write(`\n${line}`), endpoints);
    process.stdout.write('\n');
    if (!held) process.exitCode = 1;
  }
  const varied = [
    ...attacks.map(({ name }) => name),
    ...(attacks.some(({ name }) => name.startsWith('organization files')) ? FILES_VARIED : []),
    ...(endpoints.length > 0 ? ENDPOINT_ATTACKS.map(({ name }) => `${name} at ${endpoints.length} endpoints`) : []),
  ];
  process.stdout.write(`\nVaried:\n${varied.map((each) => `  ${each}\n`).join('')}`);
}
