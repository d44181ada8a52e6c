/** Faults that doctor does not name, and why it cannot. */
export const NOT_NAMED: readonly (readonly [name: string, reason: string])[] = [
  ['a wrong callback URL', 'no API of the code host reports it; the note of callback says what it must be'],
  ['a wrong setup URL', 'no API of the code host reports it; the note of callback says what it must be'],
  [
    'a webhook that is not active, but has the right address',
    'no API of the code host reports it; the note of deliveries says that none were sent',
  ],
  ['a proxy that holds event streams back', 'only somebody who is signed in can open one'],
  ['a proxy that refuses large bodies', 'named by deliveries after the first large webhook, not before'],
  ['a proxy that is missing in TRUSTED_PROXIES', 'doctor does not come through it, and cannot see what it passes on'],
  ['an IP allow list of one organization', 'it applies to tokens of people, which doctor has not'],
  ['a disk of the PostgreSQL server that is nearly full', 'PostgreSQL does not report free space'],
];
