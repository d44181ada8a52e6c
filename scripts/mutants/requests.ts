import { faultsIn } from './mutant.ts';

export const REQUESTS = [
  ...faultsIn(
    'http/session-guard.ts',
    ['hostile/sign-in/unwanted-flows.test.ts'],
    [
      ['answers what browsers fetch ahead', 'if (!/\\bprefetch\\b/i.test(', 'if (!/\\bnever\\b/i.test('],
      ['knows only the present header', "purpose: former = ''", "'x-none': former = ''"],
      ['knows only the former header', "'sec-purpose': purpose = ''", "'x-none': purpose = ''"],
    ],
  ),
  ...faultsIn(
    'http/answers/console-assets.ts',
    ['http/operator-addresses.test.ts'],
    [
      [
        "answers operators with the console's page",
        'if (NO_PAGES.has(firstPartOf(path).toLowerCase())) return reply.callNotFound();',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'features/installations/installation-cache.ts',
    ['features/webhooks/unnamed-installations.test.ts'],
    [['compares at once whenever an event asks for it', 'new Date(now.getTime() + COMPARISON_SOON_MS)', 'now']],
  ),
  ...faultsIn(
    'http/server/read-body.ts',
    ['hostile/webhooks/many-bodies.test.ts', 'hostile/webhooks/webhooks.series.test.ts'],
    [
      ['bounds the bodies of each address only', 'if (taken + bytes > totalBytes) return false;', ''],
      [
        'reads any body that does not say how long it is',
        'if (length + chunk.length > announced) return',
        'if (length < 0) return',
      ],
      ['never gives room back', 'add(keys, -mine);', 'add(keys, 0);'],
    ],
  ),
  ...faultsIn(
    'http/server/bounded-server.ts',
    ['http/bounded-server.test.ts'],
    [
      [
        'works on any number of requests of a connection',
        'if (work.active.size < REQUESTS_AT_ONCE) return',
        'if (work.active.size >= 0) return',
      ],
      ['lets any number wait on a connection', 'waitingHere >= REQUESTS_WAITING_ON_CONNECTION_MAX || ', ''],
      ['lets any number wait in all', ' || waitingInAll >= REQUESTS_WAITING_MAX', ''],
      ['takes any number of connections', 'if (works.size > connectionsMax)', 'if (works.size < 0)'],
      ['cuts the connection that was used last', '< (least?.[1].lastUse ?? 0)', '> (least?.[1].lastUse ?? 0)'],
    ],
  ),
  ...faultsIn(
    'http/server/bounded-server.ts',
    ['http/request-queue.test.ts'],
    [
      [
        'starts any number of requests in an iteration',
        'if (now() < endsAt) return startNext();',
        'return startNext();',
      ],
      [
        'accepts one connection between turns',
        'if (hasNewConnection && acceptedCount < ACCEPTED_BEFORE_TURN)',
        'if (hasNewConnection && acceptedCount < 1)',
      ],
      ['starts nothing while connections come', ' && acceptedCount < ACCEPTED_BEFORE_TURN', ''],
      ['does not rotate', 'waiting.push(queue);\n    return', 'waiting.unshift(queue);\n    return'],
    ],
  ),
  ...faultsIn(
    'http/server/bounded-server.ts',
    ['http/session-slots.test.ts'],
    [
      ['starts any number of requests of a session', 'active.size < limit && session.first', 'session.first'],
      ['counts streams', '=> response.headersSent)', '=> response.headersSent && active.size > limit)'],
      ['keeps requests of clients that left', "if (state === 'waiting') unlink(slot);", ''],
      ['keeps the slots of clients that left', "if (state === 'active') session.active.remove(slot);", ''],
    ],
  ),
  ...faultsIn(
    'http/server/bounded-server.ts',
    ['http/session-slots.test.ts'],
    [['lets a sign-out wait behind other requests', ' || isSignOut(request)', '']],
  ),
  ...faultsIn(
    'http/server/client-rate-limit.ts',
    ['hostile/requests/rate-limit.test.ts'],
    [
      ['refuses a sign-out after the last request', 'key !== null && endsSessions', 'key === null && endsSessions'],
      ['ends any number of sessions', " && allowances['session-end'](key) === null", ''],
      ['frees every request', 'key !== null && endsSessions && ', 'key !== null && '],
    ],
  ),
  ...faultsIn(
    'http/allowances.ts',
    ['http/allowances/counter.test.ts', 'hostile/requests/rate-limit.test.ts'],
    [
      ['remembers any number of keys', 'max: COUNTED_KEYS_MAX', 'max: 10 * COUNTED_KEYS_MAX'],
      ['allows one more', 'minute.count + others < perMinute', 'minute.count + others <= perMinute'],
      ['counts a minute that has ended', ' || now - beganAt >= MINUTE_MS', ''],
      ['keeps people waiting when the clock was put back', 'now < beganAt || ', ''],
    ],
  ),
  ...faultsIn(
    'http/allowances.ts',
    ['http/allowances/shared-counts.test.ts'],
    [
      [
        'mixes the counts of different kinds',
        'byName.set(nameOf(kind, minute.key), minute)',
        "byName.set(nameOf('', minute.key), minute)",
      ],
      ['does not count what others say', 'minute.others = count;', 'minute.others = 0;'],
    ],
  ),
  ...faultsIn(
    'database/instances.ts',
    ['http/allowances/shared-counts.test.ts'],
    [
      ['adds counts that have ended', "          .where('until', '>', nowMs)\n", ''],
      ['adds its own counts', "          .where('instance', '<>', instance)\n", ''],
    ],
  ),
  ...faultsIn(
    'lib/bounds.ts',
    ['lib/json-bounds.test.ts'],
    [
      ['bounds no depth', 'if (depth > bounds.depth) return false;', ''],
      ['looks for brackets only', '[OPEN, OPEN - BRACE]', '[OPEN]'],
      ['bounds no values', 'return values <= bounds.values;', 'return values >= 0;'],
      ['counts what is inside of texts', 'if (bytes[index] === BACKSLASH) index += 1;', ''],
    ],
  ),
  ...faultsIn(
    '../../contract/src/strings/csv.ts',
    ['lib/csv.test.ts'],
    [
      ['leaves a formula behind a blank', '/^[\\p{White_Space}', '/^['],
      ['leaves a formula behind what has no width', '\\p{Cf}\\p{Default_Ignorable_Code_Point}', ''],
      ['leaves a formula behind what no character is', '\\p{Cn}', ''],
      ['leaves a formula behind a private character', '\\p{Co}', ''],
      ['leaves a formula behind half a character', '\\p{Cs}', ''],
      ['leaves a formula behind a control character', 'FORMULA.test(printable)', 'FORMULA.test(text)'],
      ['leaves control characters', "text.replace(CONTROL, '')", 'text'],
      ['leaves a tab in front', '＠\\t\\r\\n]/', '＠\\r\\n]/'],
      ['leaves a carriage return in front', '＠\\t\\r\\n]/', '＠\\t\\n]/'],
      ['leaves a line break in front', '＠\\t\\r\\n]/', '＠\\t\\r]/'],
      ['leaves a formula in wide characters', '＝＋－＠', ''],
      ['ends a cell at a quote', `.replaceAll('"', '""')`, ''],
    ],
  ),
  ...faultsIn(
    'features/graphql-proxy/routes.ts',
    ['features/graphql-proxy/refused-documents.test.ts', 'features/graphql-proxy/shipped-documents.test.ts'],
    [
      ['reuses a checked document under another name', 'const name = `', 'const name = query || `'],
      [
        'runs any document of an allowed name where only those of the client may',
        'if (onlyShippedDocuments && ',
        'if (onlyShippedDocuments && query.length < 0 && ',
      ],
    ],
  ),
  ...faultsIn(
    'features/graphql-proxy/check-document.ts',
    ['features/graphql-proxy/refused-documents.test.ts'],
    [
      ['accepts several operations', 'others.length > 0 || ', ''],
      ['accepts mutations', "operation === 'query' &&", 'operation.length > 0 &&'],
      ['accepts another name', 'name?.value === operationName &&', 'operationName.length > 0 &&'],
      ['accepts another root field', '    roots[0] === rootField &&\n', ''],
      ['accepts several root fields', '    roots.length === 1 &&\n', ''],
      ['accepts introspection', "if (field.startsWith('__') && field !== '__typename') return false;", ''],
      ['accepts any directive', 'HARMLESS_DIRECTIVES.has(directive.name.value) && ', ''],
      ['bounds no parts', 'parts <= DOCUMENT_PARTS_MAX && ', ''],
      ['bounds no depth', ' && level <= DOCUMENT_DEPTH_MAX', ''],
      ['bounds no aliases', 'aliases > DOCUMENT_ALIASES_MAX || ', ''],
      [
        'follows fragments in a ring',
        ' || open.has(name)',
        '',
        'each round is a level and a part, and both are bounded',
      ],
      ['sends fragments it has not looked at', 'spread.size === fragments.size', 'spread.size <= fragments.size'],
      ['accepts any size', 'if (Buffer.byteLength(text) > DOCUMENT_MAX_BYTES) return null;', ''],
    ],
  ),
  ...faultsIn(
    'features/graphql-proxy/check-document.ts',
    ['features/graphql-proxy/operations.test.ts'],
    [
      [
        'accepts variables that nobody asked for',
        'if (Object.keys(values).some((name) => !Object.hasOwn(variables, name)))',
        'if (Object.keys(values).length < 0)',
      ],
      ['accepts long variables', ' && value.length <= VARIABLE_MAX_CHARACTERS', ''],
    ],
  ),
];
